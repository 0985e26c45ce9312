// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "cel/value.h"

namespace sluice::cel {

// As Go's %g with the fewest digits: "1.5", "1e+06", "+Inf", "NaN".
std::string display_double(double value);

// What string(x) gives, where it gives anything; otherwise a description for error messages.
std::string display(const Value& value);

// As Go's %q.
std::string quoted(std::string_view text);

}  // namespace sluice::cel
