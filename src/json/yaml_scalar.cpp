// SPDX-License-Identifier: Apache-2.0
#include "json/yaml_scalar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace sluice::json {
namespace {

constexpr std::array<std::string_view, 5> kNull{"", "~", "null", "Null", "NULL"};
constexpr std::array<std::string_view, 11> kTrue{"y",    "Y",    "yes", "Yes", "YES", "true",
                                                 "True", "TRUE", "on",  "On",  "ON"};
constexpr std::array<std::string_view, 11> kFalse{"n",     "N",     "no",  "No",  "NO", "false",
                                                  "False", "FALSE", "off", "Off", "OFF"};

template <std::size_t N>
bool one_of(const std::array<std::string_view, N>& words, std::string_view text) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

int base_of(std::string_view& digits) {
  if (digits.size() < 2 || digits[0] != '0') {
    return 10;
  }
  const char mark = digits[1];
  const bool named =
      mark == 'x' || mark == 'X' || mark == 'b' || mark == 'B' || mark == 'o' || mark == 'O';
  digits.remove_prefix(named ? 2 : 1);
  if (mark == 'x' || mark == 'X') {
    return 16;
  }
  return mark == 'b' || mark == 'B' ? 2 : 8;
}

std::optional<std::int64_t> integer(std::string_view text) {
  const bool negative = text[0] == '-';
  if (text[0] == '-' || text[0] == '+') {
    text.remove_prefix(1);
  }
  const int base = base_of(text);
  std::string digits = negative ? "-" : "";
  digits += text;
  std::int64_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  const bool whole = error == std::errc() && end == digits.data() + digits.size();
  const bool starts_with_digit = !text.empty() && text[0] != '-';
  return whole && starts_with_digit ? std::optional(value) : std::nullopt;
}

bool looks_like_float(std::string_view text) {
  std::size_t at = text[0] == '-' || text[0] == '+' ? 1 : 0;
  std::size_t digits = 0;
  const auto skip_digits = [&] {
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
      ++at;
      ++digits;
    }
  };
  skip_digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    skip_digits();
  }
  if (digits == 0) {
    return false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    at += at < text.size() && (text[at] == '-' || text[at] == '+') ? 1 : 0;
    digits = 0;
    skip_digits();
  }
  return digits > 0 && at == text.size();
}

std::optional<double> floating(std::string_view text) {
  if (!looks_like_float(text)) {
    return std::nullopt;
  }
  if (text[0] == '+') {
    text.remove_prefix(1);
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

// 1.0 is 1: what people write as YAML is made JSON in Go, whose numbers have no trailing zeros.
Value number(double value) {
  constexpr double kBound = 9.0e18;
  const bool whole = value > -kBound && value < kBound && value == std::trunc(value);
  return whole ? Value(static_cast<std::int64_t>(value)) : Value(value);
}

}  // namespace

Value resolve_plain_scalar(std::string_view text) {
  if (one_of(kNull, text)) {
    return {};
  }
  if (one_of(kTrue, text)) {
    return true;
  }
  if (one_of(kFalse, text)) {
    return false;
  }
  const char first = text[0];
  if ((first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.') {
    std::string plain(text);
    std::erase(plain, '_');
    if (!plain.empty()) {
      if (const auto whole = integer(plain)) {
        return *whole;
      }
      if (const auto fraction = floating(plain)) {
        return number(*fraction);
      }
    }
  }
  return std::string(text);
}

}  // namespace sluice::json
