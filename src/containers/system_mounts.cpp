// SPDX-License-Identifier: Apache-2.0
#include "containers/system_mounts.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>

#include "base/files.h"
#include "containers/mounting.h"

namespace sluice::containers {
namespace {

constexpr const char* kHidden[] = {
    "/proc/acpi",        "/proc/asound",  "/proc/interrupts",
    "/proc/kcore",       "/proc/keys",    "/proc/latency_stats",
    "/proc/sched_debug", "/proc/scsi",    "/proc/timer_list",
    "/proc/timer_stats", "/sys/firmware", "/sys/devices/virtual/powercap"};
constexpr const char* kProtected[] = {"/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys",
                                      "/proc/sysrq-trigger"};
constexpr const char* kDevices[] = {"null", "zero", "full", "random", "urandom", "tty"};
constexpr std::pair<const char*, const char*> kDeviceLinks[] = {{"/proc/self/fd", "fd"},
                                                                {"/proc/self/fd/0", "stdin"},
                                                                {"/proc/self/fd/1", "stdout"},
                                                                {"/proc/self/fd/2", "stderr"},
                                                                {"pts/ptmx", "ptmx"}};
constexpr std::uint32_t kTerminalGroup = 5;
constexpr unsigned int kInert = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC;

Result<void> put(int root, const std::string& target, int tree) {
  TRY_ASSIGN(const UniqueFd place, make_place(root, target, kind_of(tree)));
  auto attached = attach_tree(tree, place.get());
  return attached ? attached : tl::unexpected(with_context(attached.error(), target));
}

Result<void> put_copy(int root, const std::string& target, const std::string& source) {
  TRY_ASSIGN(const UniqueFd tree, copy_tree(AT_FDCWD, source));
  TRY(change_tree(tree.get(), 0, MS_PRIVATE, true));
  return put(root, target, tree.get());
}

// A kernel does not show a fresh /proc to those who see the machine's only in part.
Result<void> mount_proc(int root, const RootSurroundings& surroundings, const Channel& channel) {
  if (surroundings.host_processes) {
    return put_copy(root, "/proc", "/proc");
  }
  const Result<UniqueFd> fresh = new_filesystem("proc", {}, kInert);
  if (fresh) {
    return put(root, "/proc", fresh->get());
  }
  channel.say(Word::kNote, "/proc is the machine's, read-only: " + fresh.error().message);
  TRY_ASSIGN(const UniqueFd tree, copy_tree(AT_FDCWD, "/proc"));
  TRY(change_tree(tree.get(), MOUNT_ATTR_RDONLY, MS_PRIVATE, true));
  return put(root, "/proc", tree.get());
}

Result<void> mount_sys(int root, bool writable) {
  TRY_ASSIGN(const UniqueFd tree, copy_tree(AT_FDCWD, "/sys"));
  TRY(change_tree(tree.get(), writable ? 0U : MOUNT_ATTR_RDONLY, MS_PRIVATE, true));
  return put(root, "/sys", tree.get());
}

Result<void> mount_device(int devices, const std::string& name) {
  const std::string source = "/dev/" + name;
  if (::access(source.c_str(), F_OK) != 0) {
    return {};
  }
  const UniqueFd place(::openat(devices, name.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0644));
  if (!place.valid()) {
    return tl::unexpected(errno_error("creating " + source));
  }
  TRY_ASSIGN(const UniqueFd tree, copy_tree(AT_FDCWD, source));
  TRY(change_tree(tree.get(), 0, MS_PRIVATE, true));
  return attach_tree(tree.get(), place.get());
}

Result<void> mount_devices(int root) {
  TRY_ASSIGN(const UniqueFd tree,
             new_filesystem("tmpfs", {{"mode", "755"}, {"size", "65536k"}}, MOUNT_ATTR_NOSUID));
  for (const auto& [target, name] : kDeviceLinks) {
    if (::symlinkat(target, tree.get(), name) != 0) {
      return tl::unexpected(errno_error(std::string("creating /dev/") + name));
    }
  }
  TRY(put(root, "/dev", tree.get()));
  for (const char* name : kDevices) {
    TRY(mount_device(tree.get(), name));
  }
  return {};
}

Result<void> mount_terminals(int root, const RootSurroundings& surroundings) {
  MountOptions options{{"ptmxmode", "0666"}, {"mode", "0620"}};
  if (is_mapped(surroundings.groups, kTerminalGroup)) {
    options.emplace_back("gid", std::to_string(kTerminalGroup));
  }
  TRY_ASSIGN(const UniqueFd tree,
             new_filesystem("devpts", options, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC));
  return put(root, "/dev/pts", tree.get());
}

// Message queues belong to the ipc namespace; the machine's can only be shown as they are.
Result<void> mount_ipc(int root, const RootSurroundings& surroundings) {
  if (surroundings.host_ipc) {
    TRY(put_copy(root, "/dev/shm", "/dev/shm"));
    return ::access("/dev/mqueue", F_OK) == 0 ? put_copy(root, "/dev/mqueue", "/dev/mqueue")
                                              : Result<void>{};
  }
  TRY(put_copy(root, "/dev/shm", surroundings.shared_memory));
  TRY_ASSIGN(const UniqueFd queues, new_filesystem("mqueue", {}, kInert));
  return put(root, "/dev/mqueue", queues.get());
}

Result<void> protect(int root, const char* path) {
  const Result<UniqueFd> place = look_up(root, path);
  if (!place) {
    return {};
  }
  TRY_ASSIGN(const UniqueFd tree, copy_tree(place->get(), ""));
  TRY(change_tree(tree.get(), MOUNT_ATTR_RDONLY, MS_PRIVATE, true));
  return attach_tree(tree.get(), place->get());
}

Result<void> hide(int root, const char* path, int emptiness) {
  const Result<UniqueFd> place = look_up(root, path);
  if (!place) {
    return {};
  }
  if (kind_of(place->get()) == PlaceKind::kFile) {
    TRY_ASSIGN(const UniqueFd nothing, copy_tree(AT_FDCWD, "/dev/null"));
    TRY(change_tree(nothing.get(), 0, MS_PRIVATE, true));
    return attach_tree(nothing.get(), place->get());
  }
  TRY_ASSIGN(const UniqueFd nothing, copy_tree(emptiness, ""));
  return attach_tree(nothing.get(), place->get());
}

}  // namespace

Result<void> mount_system(int root, const Launch& launch, const RootSurroundings& surroundings,
                          const Channel& channel) {
  TRY(mount_proc(root, surroundings, channel));
  TRY(mount_sys(root, launch.privileges.privileged));
  if (launch.privileges.privileged) {
    TRY(put_copy(root, "/dev", "/dev"));
  } else {
    TRY(mount_devices(root));
  }
  TRY(mount_terminals(root, surroundings));
  return mount_ipc(root, surroundings);
}

Result<void> mask_system(int root) {
  TRY_ASSIGN(const UniqueFd emptiness,
             new_filesystem("tmpfs", {{"mode", "755"}, {"size", "0"}}, kInert | MOUNT_ATTR_RDONLY));
  for (const char* path : kProtected) {
    TRY(protect(root, path));
  }
  for (const char* path : kHidden) {
    TRY(hide(root, path, emptiness.get()));
  }
  return {};
}

}  // namespace sluice::containers
