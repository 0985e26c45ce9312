// SPDX-License-Identifier: Apache-2.0
#include "base/user_name.h"

#include <pwd.h>
#include <unistd.h>

#include <array>

namespace sluice {

std::string own_user_name() {
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 4096> buffer{};
  ::getpwuid_r(::geteuid(), &entry, buffer.data(), buffer.size(), &found);
  return found == nullptr ? std::to_string(::geteuid()) : found->pw_name;
}

}  // namespace sluice
