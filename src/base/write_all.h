// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice {

// All of it, however many calls that takes. `doing` begins the error: "writing /x".
Result<void> write_all(int fd, std::string_view bytes, const std::string& doing);

}  // namespace sluice
