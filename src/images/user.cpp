// SPDX-License-Identifier: Apache-2.0
#include "images/user.h"

#include <sys/stat.h>

#include <algorithm>
#include <optional>

#include "base/files.h"
#include "base/text.h"
#include "images/layers/root_directory.h"
#include "images/layers/source.h"

namespace sluice::images {
namespace {

constexpr std::size_t kMaxFile = std::size_t{16} << 20;
constexpr std::int64_t kMaxId = 0x7fffffff;

// The lines of a file like /etc/passwd, split at colons. None when the image has no such file.
Result<std::vector<std::vector<std::string>>> table(const RootDirectory& root,
                                                    const std::string& path) {
  std::vector<std::vector<std::string>> rows;
  const auto fd = root.file(path);
  if (!fd) {
    return rows;
  }
  struct stat status {};
  if (::fstat(fd->get(), &status) != 0) {
    return tl::unexpected(errno_error("reading " + path + " of the image"));
  }
  FileSource source(fd->get(), 0, status.st_size);
  TRY_ASSIGN(const std::string text, read_all(source, kMaxFile));
  for (const std::string_view line : split(text, '\n')) {
    if (line.empty() || line.starts_with('#')) {
      continue;
    }
    const auto fields = split(line, ':');
    rows.emplace_back(fields.begin(), fields.end());
  }
  return rows;
}

std::optional<std::uint32_t> number(std::string_view text) {
  const auto parsed = parse_int(text);
  return parsed && *parsed >= 0 && *parsed <= kMaxId
             ? std::optional(static_cast<std::uint32_t>(*parsed))
             : std::nullopt;
}

bool lists(const std::string& members, const std::string& name) {
  const auto names = split(members, ',');
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view member) { return trim(member) == name; });
}

using Rows = std::vector<std::vector<std::string>>;

Result<UserIds> find_user(const Rows& users, const std::string& user) {
  UserIds ids;
  const auto id = number(user);
  for (const auto& row : users) {
    if (row.size() < 4 || !number(row[2]) || !number(row[3])) {
      continue;
    }
    if (row[0] == user || (id && *number(row[2]) == *id)) {
      return UserIds{.uid = *number(row[2]),
                     .gid = *number(row[3]),
                     .groups = {},
                     .name = row[0],
                     .home = row.size() > 5 && !row[5].empty() ? row[5] : "/"};
    }
  }
  if (!id) {
    return fail(Code::kNotFound,
                "unable to find user " + user + ": no matching entries in passwd file");
  }
  ids.uid = *id;
  return ids;
}

Result<gid_t> find_group(const Rows& groups, const std::string& group) {
  for (const auto& row : groups) {
    if (row.size() >= 3 && row[0] == group && number(row[2])) {
      return *number(row[2]);
    }
  }
  if (const auto id = number(group)) {
    return *id;
  }
  return fail(Code::kNotFound,
              "unable to find group " + group + ": no matching entries in group file");
}

}  // namespace

Result<UserIds> resolve_user(const std::filesystem::path& root, const std::string& user) {
  TRY_ASSIGN(const RootDirectory directory, RootDirectory::open(root));
  TRY_ASSIGN(const Rows users, table(directory, "etc/passwd"));
  TRY_ASSIGN(const Rows groups, table(directory, "etc/group"));
  const std::size_t colon = user.find(':');
  const std::string name = user.substr(0, colon);
  TRY_ASSIGN(UserIds ids, find_user(users, name.empty() ? "0" : name));
  if (colon != std::string::npos && colon + 1 < user.size()) {
    TRY_ASSIGN(ids.gid, find_group(groups, user.substr(colon + 1)));
    return ids;  // a group that is named is the only one
  }
  for (const auto& row : groups) {
    if (row.size() >= 4 && !ids.name.empty() && lists(row[3], ids.name) && number(row[2])) {
      ids.groups.push_back(*number(row[2]));
    }
  }
  return ids;
}

}  // namespace sluice::images
