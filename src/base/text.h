// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sluice {

// Small operations on text. Views returned point into the argument.

std::vector<std::string_view> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);
std::string join(const std::vector<std::string>& parts, std::string_view separator);
bool starts_with_no_case(std::string_view text, std::string_view prefix);
std::string to_lower(std::string_view text);

// The whole text as a decimal integer, or nothing.
std::optional<std::int64_t> parse_int(std::string_view text);

std::string base64_encode(std::string_view bytes);
Result<std::string> base64_decode(std::string_view text);

// The alphabet for URLs, without padding (RFC 4648 section 5).
std::string base64url_encode(std::string_view bytes);
Result<std::string> base64url_decode(std::string_view text);

// `text` as one word of a POSIX shell, whatever it contains.
std::string shell_quote(std::string_view text);

}  // namespace sluice
