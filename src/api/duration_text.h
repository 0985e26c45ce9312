// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "base/clock.h"

namespace sluice::api {

// A metav1.Duration, in Go's notation: "1m30s". Nothing for other texts.
std::optional<Duration> parse_duration(std::string_view text);

}  // namespace sluice::api
