// SPDX-License-Identifier: Apache-2.0
#include "images/layers/tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <vector>

#include "base/files.h"
#include "base/unique_fd.h"

namespace sluice::images {
namespace {

using Keeps = std::function<bool(const std::string&)>;

struct CloseDirectory {
  void operator()(DIR* stream) const { ::closedir(stream); }
};

Result<UniqueFd> open_directory(int parent, const std::string& name) {
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  UniqueFd fd(::openat(parent, name.c_str(), kFlags));
  if (!fd.valid() && errno == EACCES) {
    ::fchmodat(parent, name.c_str(), 0700, 0);
    fd.reset(::openat(parent, name.c_str(), kFlags));
  }
  if (!fd.valid()) {
    return tl::unexpected(errno_error("opening " + name));
  }
  return fd;
}

Result<std::vector<std::string>> names_in(int directory) {
  const int copy = ::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, CloseDirectory> stream(copy < 0 ? nullptr : ::fdopendir(copy));
  if (stream == nullptr) {
    return tl::unexpected(errno_error("reading a directory of an image"));
  }
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = ::readdir(stream.get())) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") {
      names.push_back(name);
    }
  }
  return names;
}

bool is_directory(int parent, const std::string& name) {
  struct stat status {};
  return ::fstatat(parent, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISDIR(status.st_mode);
}

// 0, or what errno says. Once more with a writable parent: its owner may have protected it.
int unlink_in(int parent, const std::string& name, int flags) {
  if (::unlinkat(parent, name.c_str(), flags) == 0 || errno == ENOENT) {
    return 0;
  }
  if (errno != EACCES) {
    return errno;
  }
  ::fchmodat(parent, ".", 0700, 0);
  return ::unlinkat(parent, name.c_str(), flags) == 0 ? 0 : errno;
}

Result<void> remove_unkept(int parent, const std::string& name, const std::string& path,
                           const Keeps& keeps) {
  const bool holds = is_directory(parent, name);
  if (holds) {
    TRY_ASSIGN(const UniqueFd directory, open_directory(parent, name));
    TRY_ASSIGN(const auto names, names_in(directory.get()));
    for (const std::string& child : names) {
      TRY(remove_unkept(directory.get(), child, path.empty() ? child : path + "/" + child, keeps));
    }
  }
  if (keeps(path)) {
    return {};
  }
  const int error = unlink_in(parent, name, holds ? AT_REMOVEDIR : 0);
  if (error == 0 || error == ENOTEMPTY || error == EEXIST) {  // not empty: something in it is kept
    return {};
  }
  errno = error;
  return tl::unexpected(errno_error("removing " + name));
}

}  // namespace

Result<void> remove_at(int directory, const std::string& name) {
  return remove_unkept(directory, name, "", [](const std::string&) { return false; });
}

Result<void> remove_protected_tree(const std::filesystem::path& path) {
  const UniqueFd parent(::open(path.parent_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!parent.valid()) {
    return errno == ENOENT ? Result<void>()
                           : tl::unexpected(errno_error("removing " + path.string()));
  }
  return remove_at(parent.get(), path.filename().string());
}

Result<void> remove_unkept_at(int directory, const std::string& name, const std::string& path,
                              const Keeps& keeps) {
  return remove_unkept(directory, name, path, keeps);
}

}  // namespace sluice::images
