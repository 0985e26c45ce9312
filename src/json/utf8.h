// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice::json {

// Bytes of the UTF-8 character that `text` starts with; 0 when it starts with none: overlong forms,
// surrogates, stray and cut-off bytes.
std::size_t utf8_length(std::string_view text);

// Whether all of it is UTF-8, as JSON texts must be.
bool is_utf8(std::string_view text);

// The same with U+FFFD for each byte that is none: what somebody else printed, or what was cut.
std::string to_utf8(std::string_view text);

}  // namespace sluice::json
