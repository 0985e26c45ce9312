// SPDX-License-Identifier: Apache-2.0
#include "cel/number_literal.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

namespace sluice::cel {
namespace {

bool is_hex(std::string_view text) {
  return text.substr(0, 2) == "0x";
}

template <class Number>
std::optional<Value> whole(std::string_view text, int base) {
  Number number = 0;
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number, base);
  return parsed.ec == std::errc() && parsed.ptr == end ? std::optional<Value>(Value(number))
                                                       : std::nullopt;
}

}  // namespace

std::optional<Value> int_literal(std::string_view text, bool negative) {
  const std::string digits = (negative ? "-" : "") + std::string(text.substr(is_hex(text) ? 2 : 0));
  return whole<std::int64_t>(digits, is_hex(text) ? 16 : 10);
}

std::optional<Value> uint_literal(std::string_view text) {
  text.remove_suffix(1);
  return whole<std::uint64_t>(text.substr(is_hex(text) ? 2 : 0), is_hex(text) ? 16 : 10);
}

std::optional<Value> double_literal(std::string_view text, bool negative) {
  // strtod rather than from_chars: what is too small to tell from 0 is 0
  const double value = std::strtod(std::string(text).c_str(), nullptr);
  return std::isfinite(value) ? std::optional<Value>(Value(negative ? -value : value))
                              : std::nullopt;
}

}  // namespace sluice::cel
