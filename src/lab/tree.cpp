// SPDX-License-Identifier: Apache-2.0
// The new root is a small tmpfs in a private mount namespace, holding nothing but mount points and
// links. It is entered by pivot_root, not chroot: a process in a chroot may not make the user
// namespaces containers need. An ordinary user gets a user namespace in which she is herself.
#include "lab/tree.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/files.h"
#include "base/text.h"
#include "base/unique_fd.h"

namespace sluice::lab {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kNobody = 65534;

// Below the tree's own directories, but this machine's.
constexpr std::array<std::string_view, 6> kShared{"etc/passwd",      "etc/group", "etc/hosts",
                                                  "etc/resolv.conf", "usr/local", "var/tmp"};

// Of the tree: what belongs to an operating system's release.
bool is_system(std::string_view top) {
  return top == "usr" || top == "etc" || top == "var" || top == "bin" || top == "sbin" ||
         top.starts_with("lib");
}

Result<void> checked(int result, const std::string& doing) {
  if (result != 0) {
    return tl::unexpected(errno_error(doing));
  }
  return {};
}

Result<void> write_map(const char* file, const std::string& text) {
  const UniqueFd fd(::open(file, O_WRONLY | O_CLOEXEC));
  const auto size = static_cast<ssize_t>(text.size());
  return checked(::write(fd.get(), text.data(), text.size()) == size ? 0 : -1,
                 std::string("writing ") + file);
}

// A user namespace in which this user and group have the given numbers. Only one of each is mapped,
// which needs no privilege.
Result<void> new_user_namespace(int further, uid_t user, gid_t group) {
  const std::string user_map = std::to_string(user) + " " + std::to_string(::geteuid()) + " 1";
  const std::string group_map = std::to_string(group) + " " + std::to_string(::getegid()) + " 1";
  if (::unshare(CLONE_NEWUSER | further) != 0) {
    return tl::unexpected(with_context(errno_error("making a user namespace"),
                                       "this system does not let you use another system's tree"));
  }
  TRY(write_map("/proc/self/setgroups", "deny"));
  TRY(write_map("/proc/self/uid_map", user_map));
  return write_map("/proc/self/gid_map", group_map);
}

Result<void> new_mount_namespace() {
  if (::unshare(CLONE_NEWNS) != 0) {
    if (errno != EPERM) {
      return tl::unexpected(errno_error("making a mount namespace"));
    }
    TRY(new_user_namespace(CLONE_NEWNS, ::geteuid(), ::getegid()));
  }
  return checked(::mount(nullptr, "/", nullptr, MS_SLAVE | MS_REC, nullptr),
                 "making this mount namespace private");
}

// Recursive: an ordinary user may not show what a mount of the machine hides.
Result<void> bind(const fs::path& from, const fs::path& to) {
  return checked(::mount(from.c_str(), to.c_str(), nullptr, MS_BIND | MS_REC, nullptr),
                 "mounting " + from.string() + " on " + to.string());
}

// A directory is mounted, a link repeated; nothing else belongs into a root directory.
Result<void> show(const fs::path& from, const fs::path& to) {
  std::error_code ignored;
  const fs::file_status status = fs::symlink_status(from, ignored);
  if (fs::is_symlink(status)) {
    const fs::path target = fs::read_symlink(from, ignored);
    return checked(::symlink(target.c_str(), to.c_str()), "linking " + to.string());
  }
  if (!fs::is_directory(status)) {
    return {};
  }
  TRY(make_directory(to, 0755));
  return bind(from, to);
}

Result<void> show_tops(const fs::path& from, const fs::path& to, bool system) {
  TRY_ASSIGN(const auto names, list_directory(from));
  for (const std::string& name : names) {
    if (is_system(name) == system) {
      TRY(show(from / name, to / name));
    }
  }
  return {};
}

// A link in the tree may lead anywhere: left alone.
Result<void> show_shared(const fs::path& root) {
  std::error_code ignored;
  for (const std::string_view name : kShared) {
    const fs::path from = fs::path("/") / name;
    const fs::path to = root / name;
    if (fs::exists(from, ignored) && fs::exists(fs::symlink_status(to, ignored)) &&
        !fs::is_symlink(to, ignored)) {
      TRY(bind(from, to));
    }
  }
  return {};
}

// The tmpfs covers the tree, which is reached through a descriptor from then on. Unbindable, so
// that the machine's directories do not show it again where they contain the tree.
Result<void> assemble(const Entrance& entrance) {
  const fs::path& root = entrance.root;
  const UniqueFd tree(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!tree.valid()) {
    return tl::unexpected(errno_error("opening " + root.string()));
  }
  const fs::path source = "/proc/self/fd/" + std::to_string(tree.get());
  TRY(checked(::mount("tmpfs", root.c_str(), "tmpfs", 0, "mode=0755,size=1m"),
              "mounting a root on " + root.string()));
  TRY(checked(::mount(nullptr, root.c_str(), nullptr, MS_UNBINDABLE, nullptr),
              "keeping the root apart"));
  TRY(show_tops(source, root, true));
  TRY(show_tops("/", root, false));
  TRY(show_shared(root));
  std::error_code ignored;
  const fs::path commands = root / entrance.commands.relative_path();
  if (!entrance.commands.empty() && fs::exists(commands, ignored)) {
    TRY(bind(source / "usr/bin", commands));
  }
  return {};
}

Result<void> change_root(const fs::path& root) {
  std::error_code ignored;
  const fs::path working_directory = fs::current_path(ignored);
  TRY(checked(::chdir(root.c_str()), "entering " + root.string()));
  TRY(checked(static_cast<int>(::syscall(SYS_pivot_root, ".", ".")), "changing the root"));
  TRY(checked(::umount2(".", MNT_DETACH), "leaving the old root"));
  TRY(checked(::mount(nullptr, "/", nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY, nullptr),
              "protecting the new root"));
  if (working_directory.empty() || ::chdir(working_directory.c_str()) != 0) {
    return checked(::chdir("/"), "entering the new root");
  }
  return {};
}

}  // namespace

bool is_tree(const fs::path& root) {
  std::error_code ignored;
  return !root.empty() && fs::exists(root / "etc/passwd", ignored);
}

bool is_visible_inside(const fs::path& path) {
  const std::string below = path.relative_path().string();
  const bool shared = std::any_of(kShared.begin(), kShared.end(), [&](std::string_view name) {
    return below.starts_with(std::string(name) + "/");
  });
  return shared || !is_system(below.substr(0, below.find('/')));
}

Result<void> enter(const Entrance& entrance) {
  if (!entrance.root.empty()) {
    TRY(new_mount_namespace());
    TRY(assemble(entrance));
    TRY(change_root(entrance.root));
  }
  return entrance.as_nobody ? new_user_namespace(0, kNobody, kNobody) : Result<void>{};
}

std::vector<std::string> entering_words(const fs::path& sluice, const Entrance& entrance) {
  std::vector<std::string> words{sluice.string(), "lab", "enter"};
  if (!entrance.root.empty()) {
    words.insert(words.end(),
                 {"--root", entrance.root.string(), "--commands", entrance.commands.string()});
  }
  if (entrance.as_nobody) {
    words.emplace_back("--as-nobody");
  }
  words.emplace_back("--");
  return words;
}

}  // namespace sluice::lab
