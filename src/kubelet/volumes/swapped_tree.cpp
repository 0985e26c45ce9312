// SPDX-License-Identifier: Apache-2.0
#include "kubelet/volumes/swapped_tree.h"

#include <sys/stat.h>
#include <unistd.h>

#include <set>
#include <system_error>

#include "base/files.h"
#include "base/random.h"

namespace sluice::kubelet {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kDirectoryMode = 0755;
constexpr mode_t kGroupReads = 0440;
constexpr const char* kLink = "..data";

// "a" of "a/b": the name that is visible in the volume itself.
std::string top_of(const std::string& path) {
  return path.substr(0, path.find('/'));
}

std::set<std::string> tops_of(const VolumeFiles& files) {
  std::set<std::string> tops;
  for (const auto& [path, file] : files) {
    tops.insert(top_of(path));
  }
  return tops;
}

bool shows(const fs::path& tree, const VolumeFiles& files) {
  std::error_code error;
  std::size_t found = 0;
  for (fs::recursive_directory_iterator it(tree, error), end; !error && it != end;
       it.increment(error)) {
    if (it->is_directory(error)) {
      continue;
    }
    const auto wanted = files.find(it->path().lexically_relative(tree).string());
    const auto content = read_file(it->path());
    if (wanted == files.end() || !content || *content != wanted->second.content) {
      return false;
    }
    ++found;
  }
  return !error && found == files.size();
}

Result<void> own(const fs::path& path, std::optional<std::int64_t> group) {
  if (group && ::lchown(path.c_str(), static_cast<uid_t>(-1), static_cast<gid_t>(*group)) != 0 &&
      errno != EPERM) {  // an ordinary user's pod has all of its groups mapped to her own
    return tl::unexpected(errno_error("giving " + path.string() + " to its group"));
  }
  return {};
}

Result<void> make_directories(const fs::path& tree, const fs::path& below,
                              std::optional<std::int64_t> group) {
  fs::path path = tree;
  for (const fs::path& part : below) {
    path /= part;
    if (::mkdir(path.c_str(), kDirectoryMode) != 0 && errno != EEXIST) {
      return tl::unexpected(errno_error("creating " + path.string()));
    }
    ::chmod(path.c_str(), kDirectoryMode);
    TRY(own(path, group));
  }
  return {};
}

Result<void> write_tree(const fs::path& tree, const VolumeFiles& files,
                        std::optional<std::int64_t> group) {
  TRY(make_directory(tree, kDirectoryMode));
  ::chmod(tree.c_str(), kDirectoryMode);
  TRY(own(tree, group));
  for (const auto& [name, file] : files) {
    const fs::path path = tree / name;
    TRY(make_directories(tree, fs::path(name).parent_path(), group));
    TRY(append_to_file(path, file.content));
    const mode_t mode = group ? file.mode | kGroupReads : file.mode;
    TRY(own(path, group));
    if (::chmod(path.c_str(), mode) != 0) {
      return tl::unexpected(errno_error("setting the mode of " + path.string()));
    }
  }
  return {};
}

Result<void> replace_link(const fs::path& link, const std::string& target) {
  const fs::path fresh = link.string() + "_tmp";
  ::unlink(fresh.c_str());
  if (::symlink(target.c_str(), fresh.c_str()) != 0 || ::rename(fresh.c_str(), link.c_str()) != 0) {
    return tl::unexpected(errno_error("linking " + link.string()));
  }
  return {};
}

// Names that are gone lose their links after the swap, new ones get theirs.
Result<void> update_names(const fs::path& directory, const VolumeFiles& files) {
  const std::set<std::string> wanted = tops_of(files);
  TRY_ASSIGN(const std::vector<std::string> present, list_directory(directory));
  for (const std::string& name : present) {
    if (!name.starts_with("..") && !wanted.contains(name)) {
      ::unlink((directory / name).c_str());
    }
  }
  for (const std::string& name : wanted) {
    const fs::path link = directory / name;
    if (::symlink((fs::path(kLink) / name).c_str(), link.c_str()) != 0 && errno != EEXIST) {
      return tl::unexpected(errno_error("linking " + link.string()));
    }
  }
  return {};
}

}  // namespace

Result<bool> show_files(const fs::path& directory, const VolumeFiles& files,
                        std::optional<std::int64_t> group) {
  std::error_code none;
  const fs::path before = fs::read_symlink(directory / kLink, none);
  if (!before.empty() && shows(directory / before, files)) {
    return false;
  }
  TRY(make_directory(directory, kDirectoryMode));
  ::chmod(directory.c_str(), kDirectoryMode);
  TRY(own(directory, group));
  const std::string name = "..tree_" + random_hex(16);
  TRY(write_tree(directory / name, files, group));
  TRY(replace_link(directory / kLink, name));
  TRY(update_names(directory, files));
  if (!before.empty()) {
    TRY(remove_tree(directory / before));
  }
  return true;
}

}  // namespace sluice::kubelet
