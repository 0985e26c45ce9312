// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/clock.h"
#include "json/value.h"

namespace sluice::api {

// A span of time as kubectl shows ages: "45s", "3m12s", "5h", "2d3h", "1y20d".
std::string human_duration(Duration span);

// The time since an RFC 3339 value; "<unknown>" when it is missing.
std::string time_since(const json::Value& time, WallTime now);

}  // namespace sluice::api
