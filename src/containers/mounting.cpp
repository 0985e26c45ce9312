// SPDX-License-Identifier: Apache-2.0
#include "containers/mounting.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "base/files.h"
#include "base/text.h"

namespace sluice::containers {
namespace {

UniqueFd open_below(int root, const std::string& path) {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC;
  how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
  return UniqueFd(static_cast<int>(::syscall(SYS_openat2, root, path.c_str(), &how, sizeof how)));
}

Result<UniqueFd> make_directory_in(int root, int parent, const std::string& name,
                                   const std::string& path) {
  if (::mkdirat(parent, name.c_str(), 0755) != 0) {
    return tl::unexpected(errno_error("creating directory " + path));
  }
  return look_up(root, path);
}

Result<UniqueFd> make_file_in(int root, int parent, const std::string& name,
                              const std::string& path) {
  const UniqueFd file(
      ::openat(parent, name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!file.valid()) {
    return tl::unexpected(errno_error("creating file " + path));
  }
  return look_up(root, path);
}

// "a/b" and "c" of "/a//b/c/"; an empty name for the root itself.
std::pair<std::string, std::string> parent_and_name(const std::string& path) {
  std::vector<std::string> parts;
  for (const std::string_view part : split(path, '/')) {
    if (!part.empty() && part != ".") {
      parts.emplace_back(part);
    }
  }
  if (parts.empty()) {
    return {"/", ""};
  }
  std::string name = std::move(parts.back());
  parts.pop_back();
  return {"/" + join(parts, "/"), std::move(name)};
}

}  // namespace

Result<UniqueFd> new_filesystem(const std::string& type, const MountOptions& options,
                                unsigned int flags) {
  const UniqueFd context(::fsopen(type.c_str(), FSOPEN_CLOEXEC));
  if (!context.valid()) {
    return tl::unexpected(errno_error("preparing a file system of type " + type));
  }
  for (const auto& [key, value] : options) {
    if (::fsconfig(context.get(), FSCONFIG_SET_STRING, key.c_str(), value.c_str(), 0) != 0) {
      return tl::unexpected(errno_error("file system of type " + type + ": option " + key));
    }
  }
  if (::fsconfig(context.get(), FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) != 0) {
    return tl::unexpected(errno_error("making a file system of type " + type));
  }
  UniqueFd tree(::fsmount(context.get(), FSMOUNT_CLOEXEC, flags));
  if (!tree.valid()) {
    return tl::unexpected(errno_error("mounting a file system of type " + type));
  }
  return tree;
}

Result<UniqueFd> copy_tree(int at, const std::string& path) {
  UniqueFd tree(::open_tree(at, path.c_str(),
                            OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE | AT_EMPTY_PATH));
  if (!tree.valid()) {
    return tl::unexpected(errno_error("mounting \"" + path + "\""));
  }
  return tree;
}

Result<void> change_tree(int tree, std::uint64_t flags, std::uint64_t propagation, bool whole) {
  mount_attr attributes{};
  attributes.attr_set = flags;
  attributes.propagation = propagation;
  const unsigned int how = static_cast<unsigned int>(AT_EMPTY_PATH) |
                           (whole ? static_cast<unsigned int>(AT_RECURSIVE) : 0U);
  if (::mount_setattr(tree, "", how, &attributes, sizeof attributes) != 0) {
    return errno == ENOSYS ? fail(Code::kUnsupported, "the kernel must be Linux 5.12 or later")
                           : tl::unexpected(errno_error("changing a mount"));
  }
  return {};
}

Result<void> attach_tree(int tree, int place) {
  if (::move_mount(tree, "", place, "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH) != 0) {
    return tl::unexpected(errno_error("mounting"));
  }
  return {};
}

Result<UniqueFd> look_up(int root, const std::string& path) {
  UniqueFd found = open_below(root, path);
  if (!found.valid()) {
    return tl::unexpected(errno_error("opening " + path + " in the container"));
  }
  return found;
}

Result<UniqueFd> make_place(int root, const std::string& path, PlaceKind kind) {
  UniqueFd found = open_below(root, path);
  if (found.valid()) {
    return found;
  }
  const auto [parent_path, name] = parent_and_name(path);
  if (errno != ENOENT || name.empty() || name == "..") {
    return tl::unexpected(errno_error("opening " + path + " in the container"));
  }
  TRY_ASSIGN(const UniqueFd parent, make_place(root, parent_path, PlaceKind::kDirectory));
  return kind == PlaceKind::kDirectory ? make_directory_in(root, parent.get(), name, path)
                                       : make_file_in(root, parent.get(), name, path);
}

PlaceKind kind_of(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode) ? PlaceKind::kDirectory
                                                              : PlaceKind::kFile;
}

}  // namespace sluice::containers
