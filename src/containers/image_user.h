// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"
#include "containers/launch.h"

namespace sluice::containers {

// Who `user` is in the image at `root`, by its passwd and group files: "name", "1000",
// "name:group", "1000:1000", or empty for root. A number needs no entry; its group is 0 then. The
// supplementary groups are those the user is a member of. Links in the image lead nowhere outside.
// Invalid for a name that is not there, in the words of other runtimes. Thread-safe.
Result<Identity> look_up_user(const std::filesystem::path& root, std::string_view user);

// The same on the text of the two files.
struct UserFiles {
  std::string_view passwd;
  std::string_view group;
};
Result<Identity> find_user(const UserFiles& files, std::string_view user);

// The home directory of that user in the image; "/" for who is not in its passwd file.
std::string look_up_home(const std::filesystem::path& root, uid_t user);

}  // namespace sluice::containers
