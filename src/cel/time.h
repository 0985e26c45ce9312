// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/civil_time.h"
#include "cel/value.h"

namespace sluice::cel {

// RFC 3339 with any fraction and zone; nothing for other texts and for years outside 1 to 9999.
std::optional<Timestamp> parse_timestamp(std::string_view text);

// UTC, with as many digits of the fraction as say something.
std::string format_timestamp(Timestamp time);

// Go's notation: "1h30m", "-1.5s", "100ms".
std::optional<Duration> parse_duration(std::string_view text);

// Seconds: "90s", "0.5s".
std::string format_duration(Duration duration);

bool in_range(Timestamp time);

}  // namespace sluice::cel
