// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace sluice {

// Times as Kubernetes writes them, always UTC: "2030-01-01T00:00:00Z" (Time),
// "2030-01-01T00:00:00.000000Z" (MicroTime) and nanoseconds (container log lines).
std::string format_rfc3339(WallTime time);
std::string format_rfc3339_micro(WallTime time);
std::string format_rfc3339_nano(WallTime time);

// Accepts any RFC 3339 time with optional fraction and zone offset.
Result<WallTime> parse_rfc3339(std::string_view text);

}  // namespace sluice
