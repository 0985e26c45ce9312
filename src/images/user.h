// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace sluice::images {

// Who a container's process is.
struct UserIds {
  uid_t uid = 0;
  gid_t gid = 0;
  std::vector<gid_t> groups;  // supplementary ones, from the image's /etc/group
  std::string name;           // empty when /etc/passwd does not know the number
  std::string home = "/";
};

// Looks `user` ("", "name", "uid", "name:group", "uid:gid") up in /etc/passwd and /etc/group below
// `root`, never outside of it. Empty is root. A number needs no entry; a name without one is
// NotFound, in the words of container runtimes.
Result<UserIds> resolve_user(const std::filesystem::path& root, const std::string& user);

}  // namespace sluice::images
