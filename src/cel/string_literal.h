// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::cel {

struct StringLiteral {
  std::size_t length = 0;  // as written, prefix and quotes included
  bool is_bytes = false;
  bool valid = true;    // false: not closed, or with an escape that does not exist
  std::string content;  // escapes resolved
};

// The literal that the text starts with ("a", 'a', """a""", r"a", b"a", ...), or nothing.
std::optional<StringLiteral> read_string_literal(std::string_view text);

// A code point as UTF-8.
void append_utf8(std::string& into, std::uint32_t code_point);

}  // namespace sluice::cel
