// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"

namespace sluice::cel {

// Seconds east of Greenwich at that instant (seconds since 1970) in a zone: "" and "UTC", an
// offset such as "-02:30", or a name of the system's zone database. Invalid for unknown names.
Result<std::int64_t> zone_offset(std::string_view zone, std::int64_t seconds);

}  // namespace sluice::cel
