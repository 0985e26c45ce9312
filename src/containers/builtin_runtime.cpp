// SPDX-License-Identifier: Apache-2.0
// The order in a new container: the limit of processes, which a user namespace keeps for those
// above it; mounts while it is root of the pod's user namespace; then, where its user is not mapped
// there, a user namespace of its own, which its mounts do not belong to; then the system call
// profile, for which it must still be an administrator; then ids and capabilities; then the
// program.
#include "containers/builtin_runtime.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/files.h"
#include "containers/capabilities.h"
#include "containers/confinement.h"
#include "containers/mounting.h"
#include "containers/pause.h"
#include "containers/process.h"
#include "containers/process_limit.h"
#include "containers/program.h"
#include "containers/shared_users.h"
#include "containers/spawn.h"

namespace sluice::containers {
namespace {

constexpr const char* kSharedMemory = "shm";
constexpr std::uint64_t kSharedMemoryBytes = 64ULL << 20;
constexpr uid_t kLargestId = 0x7fffffff;
constexpr int kAllJoined = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID;

constexpr const char* kForEverybody = "mode=0777";
constexpr const char* kSharedByMany = "mode=1777";  // everybody, but not each other's files

Result<void> mount_memory(const MemoryVolume& volume, std::string options) {
  if (volume.bytes > 0) {
    options += ",size=" + std::to_string(volume.bytes);
  }
  if (::mount("tmpfs", volume.directory.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, options.c_str()) !=
      0) {
    return tl::unexpected(errno_error("mounting memory at " + volume.directory.string()));
  }
  return {};
}

// Mounts of the machine appear here, never the reverse; the containers may be peers.
Result<void> cut_loose() {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_SLAVE, nullptr) != 0 ||
      ::mount(nullptr, "/", nullptr, MS_REC | MS_SHARED, nullptr) != 0) {
    return fail(Code::kUnsupported,
                "user namespaces have no rights here: separating mounts: " + cause_of(errno) +
                    "; look at kernel.apparmor_restrict_unprivileged_userns and other policies");
  }
  return {};
}

// Parameters of the kernel that a pod has for itself: those of its ipc namespace. The network is
// the machine's.
bool is_of_the_pod(const std::string& sysctl, const Sandbox& sandbox) {
  constexpr std::array<std::string_view, 4> kOwn{"kernel.shm", "kernel.msg", "kernel.sem",
                                                 "fs.mqueue."};
  return !sandbox.host_ipc && std::any_of(kOwn.begin(), kOwn.end(), [&](std::string_view own) {
    return sysctl.starts_with(own);
  });
}

Notes set_sysctls(const Sandbox& sandbox) {
  Notes notes;
  for (const auto& [name, value] : sandbox.sysctls) {
    if (!is_of_the_pod(name, sandbox)) {
      notes.push_back("sysctl \"" + name + "\" is not set: it is the machine's, not the pod's");
      continue;
    }
    std::string path = name;
    std::replace(path.begin(), path.end(), '.', '/');
    const UniqueFd root(::open("/proc/sys", O_PATH | O_DIRECTORY | O_CLOEXEC));
    const Result<UniqueFd> place = look_up(root.get(), path);
    const std::string found = "/proc/self/fd/" + std::to_string(place ? place->get() : -1);
    const UniqueFd file(::open(found.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.valid() || ::write(file.get(), value.data(), value.size()) < 0) {
      notes.push_back("sysctl \"" + name + "\" is not set to \"" + value +
                      "\": " + cause_of(errno));
    }
  }
  return notes;
}

Result<void> check_mount(const Mount& mount) {
  const auto refuse = [&](const char* why) {
    return fail(Code::kInvalid, "mount target \"" + mount.target + "\": " + why);
  };
  if ((mount.target + mount.source.string()).find('\0') != std::string::npos) {
    return refuse("contains a NUL byte");
  }
  if (mount.target.find_first_not_of("/.") == std::string::npos) {
    return refuse("must not be the root");
  }
  if (mount.target.front() != '/') {
    return refuse("must be an absolute path");
  }
  return {};
}

Result<void> check_directory(const std::string& directory) {
  if (directory.find('\0') != std::string::npos) {
    return fail(Code::kInvalid, "working directory \"" + directory + "\": contains a NUL byte");
  }
  if (!directory.empty() && directory.front() != '/') {
    return fail(Code::kInvalid,
                "working directory \"" + directory + "\": must be an absolute path");
  }
  return {};
}

Result<void> check(const Launch& launch) {
  if (launch.argv.empty()) {
    return fail(Code::kInvalid, "no command specified");
  }
  TRY(check_directory(launch.working_directory));
  TRY(allowed_capabilities(launch.privileges));
  if (launch.identity && (launch.identity->uid > kLargestId || launch.identity->gid > kLargestId)) {
    return fail(Code::kInvalid, "user " + std::to_string(launch.identity->uid) + ":" +
                                    std::to_string(launch.identity->gid) +
                                    ": ids must be at most " + std::to_string(kLargestId));
  }
  for (const Mount& mount : launch.mounts) {
    TRY(check_mount(mount));
  }
  return {};
}

Error be_container(const Launch& launch, const RootSurroundings& surroundings, const PodIds& ids,
                   const Channel& channel, int shared_users) {
  const auto prepared = [&]() -> Result<void> {
    TRY(enter_root(launch, surroundings, channel));
    TRY_ASSIGN(const std::string terminal, connect(launch, channel));
    if (!terminal.empty()) {
      TRY(mount_console(terminal));
    }
    [[maybe_unused]] const auto as_root = enter_directory(launch.working_directory);
    return confine(launch, ids, channel, InContainer::kFirst, shared_users);
  }();
  return prepared ? finish(launch, channel) : prepared.error();
}

// Its limit comes last: a process that changes its user while a full pod counts is not executed.
Error be_further_process(const Launch& launch, const PodIds& ids, const Channel& channel,
                         std::uint64_t max_processes) {
  const auto prepared = [&]() -> Result<void> {
    TRY(connect(launch, channel));
    [[maybe_unused]] const auto as_root = enter_directory(launch.working_directory);
    TRY(confine(launch, ids, channel, InContainer::kFurther));
    limit_processes(max_processes);
    return {};
  }();
  return prepared ? finish(launch, channel) : prepared.error();
}

}  // namespace

Result<Notes> BuiltinRuntime::enter(const Sandbox& sandbox) {
  const int flags = CLONE_NEWNS | CLONE_NEWUTS | (sandbox.host_ipc ? 0 : CLONE_NEWIPC) |
                    (sandbox.host_processes ? 0 : CLONE_NEWPID);
  TRY_ASSIGN(ids_, enter_user_namespace(flags));
  TRY(cut_loose());
  TRY_ASSIGN(Notes notes, set_up_sandbox(sandbox));
  if (!sandbox.host_processes) {
    TRY(start_pause());
  }
  if (sandbox.users && needs_own_users(ids_, *sandbox.users)) {
    TRY_ASSIGN(users_, make_shared_users(ids_, *sandbox.users, sandbox.scratch));
  }
  entered_ = true;
  return notes;
}

Result<Notes> BuiltinRuntime::set_up_sandbox(const Sandbox& sandbox) {
  if (!sandbox.hostname.empty() &&
      ::sethostname(sandbox.hostname.data(), sandbox.hostname.size()) != 0) {
    return tl::unexpected(errno_error("setting the host name " + sandbox.hostname));
  }
  describe(sandbox);
  if (!sandbox.host_ipc) {
    TRY(make_directory(surroundings_.shared_memory));
    TRY(mount_memory({surroundings_.shared_memory, kSharedMemoryBytes}, kSharedByMany));
  }
  for (const MemoryVolume& volume : sandbox.memory) {
    TRY(mount_memory(volume, kForEverybody));
  }
  return set_sysctls(sandbox);
}

void BuiltinRuntime::describe(const Sandbox& sandbox) {
  share_processes_ = sandbox.share_processes || sandbox.host_processes;
  max_processes_ = sandbox.max_processes > 0 ? sandbox.max_processes : usual_process_limit();
  surroundings_ = {.shared_memory = sandbox.scratch / kSharedMemory,
                   .host_processes = sandbox.host_processes,
                   .host_ipc = sandbox.host_ipc,
                   .groups = ids_.groups};
}

Result<void> BuiltinRuntime::join(const Sandbox& sandbox, pid_t member) {
  users_ = find_shared_users(member, sandbox.scratch);
  TRY_ASSIGN(ids_, join_user_namespace(member, sandbox.host_processes ? 0 : CLONE_NEWPID));
  describe(sandbox);
  entered_ = true;
  return {};
}

Result<Started> BuiltinRuntime::start(const Launch& launch) {
  CHECK(entered_);
  TRY(check(launch));
  TRY(prepare_scratch(launch));
  const Identity identity = launch.identity.value_or(Identity{});
  const bool own_processes = !share_processes_ && launch.processes_of == 0;
  const Spawn how{.new_namespaces = CLONE_NEWNS | (own_processes ? CLONE_NEWPID : 0UL),
                  .join = launch.processes_of,
                  .joined = CLONE_NEWPID,
                  .map = [&](pid_t process) {
                    return write_nested_map(ids_, process, identity.uid, identity.gid);
                  }};
  return spawn(how, [&](const Channel& channel) {
    limit_processes(max_processes_);
    return be_container(launch, surroundings_, ids_, channel,
                        launch.shares_users ? users_.get() : -1);
  });
}

Result<Started> BuiltinRuntime::execute(pid_t container, const Launch& launch) {
  CHECK(entered_);
  TRY(check(launch));
  return spawn({.join = container, .joined = kAllJoined}, [&](const Channel& channel) {
    return be_further_process(launch, ids_, channel, max_processes_);
  });
}

}  // namespace sluice::containers
