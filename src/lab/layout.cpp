// SPDX-License-Identifier: Apache-2.0
#include "lab/layout.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/files.h"

namespace sluice::lab {
namespace {

namespace fs = std::filesystem;

// slurmstepd listens on <dir>/spool/n1/n1_<job>.<step>, and a Unix socket's path has 107 bytes.
constexpr std::size_t kLongestDirectory = 60;

constexpr std::array<std::string_view, 11> kSubdirectories{
    "devices", "etc", "state", "run", "log", "spool", "munge", "sql", "ssh", "bin", "tmp"};
constexpr std::array<std::string_view, 3> kFiles{"lab.state", "lab.lock", "env"};
constexpr std::array<std::string_view, 3> kPrivate{"munge", "sql", "ssh"};

bool is_ours(std::string_view name) {
  return std::find(kSubdirectories.begin(), kSubdirectories.end(), name) != kSubdirectories.end() ||
         std::find(kFiles.begin(), kFiles.end(), name) != kFiles.end();
}

}  // namespace

Result<Layout> layout_of(const fs::path& directory) {
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(fs::absolute(directory, error), error);
  std::string text = canonical.string();
  while (text.size() > 1 && text.ends_with('/')) {
    text.pop_back();
  }
  if (error || text.empty()) {
    return fail(Code::kInvalid, "lab directory " + directory.string() + ": " + error.message());
  }
  if (text.size() > kLongestDirectory) {
    return fail(Code::kInvalid,
                "lab directory " + text + " is too long: Slurm's sockets need a path of at most " +
                    std::to_string(kLongestDirectory) + " bytes; choose a shorter --dir");
  }
  const auto unfit = std::find_if(text.begin(), text.end(), [](unsigned char c) {
    return c <= ' ' || c >= 0x7f ||
           std::string_view("#,;=\"'\\%()$`").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (unfit != text.end()) {
    return fail(Code::kInvalid,
                "lab directory \"" + text +
                    "\" has a character that cannot stand in slurm.conf; choose another --dir");
  }
  return Layout{text};
}

Result<void> make_fresh_tree(const Layout& layout) {
  TRY(make_directory(layout.dir, 0755));
  struct stat info {};
  if (::stat(layout.dir.c_str(), &info) != 0) {
    return tl::unexpected(errno_error("looking at " + layout.dir.string()));
  }
  if (info.st_uid != ::geteuid()) {
    return fail(Code::kForbidden,
                "lab directory " + layout.dir.string() + " belongs to another user");
  }
  TRY_ASSIGN(const auto names, list_directory(layout.dir));
  for (const std::string& name : names) {
    if (!is_ours(name)) {
      return fail(Code::kForbidden, "lab directory " + layout.dir.string() + " holds \"" + name +
                                        "\", which is not part of a lab; choose an empty --dir");
    }
  }
  for (const std::string_view name : kSubdirectories) {
    TRY(remove_tree(layout.dir / name));
    const bool is_private = std::find(kPrivate.begin(), kPrivate.end(), name) != kPrivate.end();
    TRY(make_directory(layout.dir / name, is_private ? 0700 : 0755));
  }
  return {};
}

}  // namespace sluice::lab
