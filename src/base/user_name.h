// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sluice {

// The name of this process's effective user; its number where it has none. Thread-safe.
std::string own_user_name();

}  // namespace sluice
