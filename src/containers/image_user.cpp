// SPDX-License-Identifier: Apache-2.0
#include "containers/image_user.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/unique_fd.h"
#include "containers/mounting.h"

namespace sluice::containers {
namespace {

constexpr std::size_t kLargestFile = 4 << 20;
constexpr std::int64_t kLargestId = 0x7fffffff;

using Fields = std::vector<std::string_view>;

std::optional<std::uint32_t> as_id(std::string_view text) {
  const auto number = parse_int(text);
  if (!number || *number < 0 || *number > kLargestId) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(*number);
}

// The first line whose name is `wanted`, or whose number (the third field) is.
std::optional<Fields> find_entry(std::string_view file, std::string_view wanted,
                                 std::size_t least_fields) {
  for (const std::string_view line : split(file, '\n')) {
    Fields fields = split(line, ':');
    if (fields.size() >= least_fields && (fields[0] == wanted || fields[2] == wanted) &&
        as_id(fields[2])) {
      return fields;
    }
  }
  return std::nullopt;
}

std::vector<gid_t> memberships(std::string_view file, std::string_view name) {
  std::vector<gid_t> groups;
  for (const std::string_view line : split(file, '\n')) {
    const Fields fields = split(line, ':');
    if (fields.size() < 4) {
      continue;
    }
    const Fields members = split(fields[3], ',');
    const auto id = as_id(fields[2]);
    if (id && std::find(members.begin(), members.end(), name) != members.end()) {
      groups.push_back(*id);
    }
  }
  return groups;
}

Result<gid_t> find_group(std::string_view file, std::string_view group) {
  if (const auto id = as_id(group)) {
    return *id;
  }
  const auto entry = find_entry(file, group, 3);
  if (!entry) {
    return fail(Code::kInvalid, "unable to find group " + std::string(group) +
                                    ": no matching entries in group file");
  }
  return *as_id((*entry)[2]);
}

// Empty when there is none: an image need not have users.
std::string read_below(int root, const char* path) {
  const Result<UniqueFd> place = look_up(root, path);
  if (!place || kind_of(place->get()) != PlaceKind::kFile) {
    return "";
  }
  const std::string name = "/proc/self/fd/" + std::to_string(place->get());
  const UniqueFd file(::open(name.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  std::string text;
  std::array<char, 16384> buffer;
  for (ssize_t n = 0;
       text.size() < kLargestFile && (n = ::read(file.get(), buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  return text;
}

}  // namespace

Result<Identity> find_user(const UserFiles& files, std::string_view user) {
  const std::size_t colon = user.find(':');
  const std::string_view name = user.empty() ? "0" : user.substr(0, colon);
  const auto entry = find_entry(files.passwd, name, 4);
  const auto id = entry ? as_id((*entry)[2]) : as_id(name);
  if (!id) {
    return fail(Code::kInvalid, "unable to find user " + std::string(name) +
                                    ": no matching entries in passwd file");
  }
  Identity identity{.uid = *id};
  if (entry) {
    identity.gid = as_id((*entry)[3]).value_or(0);
    identity.groups = memberships(files.group, (*entry)[0]);
  }
  if (colon != std::string_view::npos) {
    TRY_ASSIGN(identity.gid, find_group(files.group, user.substr(colon + 1)));
  }
  return identity;
}

Result<Identity> look_up_user(const std::filesystem::path& root, std::string_view user) {
  const UniqueFd directory(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  const std::string passwd = read_below(directory.get(), "/etc/passwd");
  const std::string group = read_below(directory.get(), "/etc/group");
  return find_user({passwd, group}, user);
}

std::string look_up_home(const std::filesystem::path& root, uid_t user) {
  constexpr std::size_t kHome = 5;
  const UniqueFd directory(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  const std::string passwd = read_below(directory.get(), "/etc/passwd");
  const auto entry = find_entry(passwd, std::to_string(user), kHome + 1);
  return entry && !(*entry)[kHome].empty() ? std::string((*entry)[kHome]) : "/";
}

}  // namespace sluice::containers
