// SPDX-License-Identifier: Apache-2.0
#include "cel/display.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "cel/time.h"
#include "json/utf8.h"

namespace sluice::cel {
namespace {

using Kind = Value::Kind;

void quote_byte(unsigned char c, std::string& into) {
  static constexpr std::string_view kPlain = "\a\b\f\n\r\t\v\"\\";
  static constexpr std::string_view kNames = "abfnrtv\"\\";
  if (const std::size_t found = kPlain.find(static_cast<char>(c));
      found != std::string_view::npos) {
    into += '\\';
    into += kNames[found];
  } else if (c < 0x20 || c >= 0x7F) {
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "\\x%02x", c);
    into += text.data();
  } else {
    into += static_cast<char>(c);
  }
}

std::string display_items(const Value& value) {
  std::string text = value.is(Kind::kList) ? "[" : "{";
  const std::size_t size = value.is(Kind::kList) ? value.as_list().size() : value.as_map().size();
  for (std::size_t i = 0; i < size; ++i) {
    text += i == 0 ? "" : ", ";
    if (value.is(Kind::kList)) {
      text += display(value.as_list().at(i));
    } else {
      const Map::Entry entry = value.as_map().at(i);
      text += display(entry.key) + ": " + display(entry.value);
    }
  }
  return text + (value.is(Kind::kList) ? "]" : "}");
}

}  // namespace

std::string display_double(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value > 0 ? "+Inf" : "-Inf";
  }
  std::array<char, 64> buffer{};
  const auto scientific = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                        std::chars_format::scientific);
  const std::string_view text(buffer.data(),
                              static_cast<std::size_t>(scientific.ptr - buffer.data()));
  int exponent = 0;
  const std::size_t mark = text.find('e');
  const std::size_t digits = mark + (text[mark + 1] == '+' ? 2 : 1);
  std::from_chars(text.data() + digits, text.data() + text.size(), exponent);
  if (exponent < -4 || exponent >= 6) {
    return std::string(text);
  }
  std::array<char, 400> fixed{};
  const auto end =
      std::to_chars(fixed.data(), fixed.data() + fixed.size(), value, std::chars_format::fixed);
  return {fixed.data(), end.ptr};
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const std::size_t length = json::utf8_length(text);
    if (length > 1) {
      result += text.substr(0, length);
    } else {
      quote_byte(static_cast<unsigned char>(text.front()), result);
    }
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return result + "\"";
}

std::string display(const Value& value) {
  switch (value.kind()) {
    case Kind::kNull:
      return "null";
    case Kind::kBool:
      return value.as_bool() ? "true" : "false";
    case Kind::kInt:
      return std::to_string(value.as_int());
    case Kind::kUint:
      return std::to_string(value.as_uint());
    case Kind::kDouble:
      return display_double(value.as_double());
    case Kind::kString:
      return std::string(value.as_string());
    case Kind::kBytes:
      return std::string(value.as_bytes());
    case Kind::kTimestamp:
      return format_timestamp(value.as_timestamp());
    case Kind::kDuration:
      return format_duration(value.as_duration());
    case Kind::kList:
    case Kind::kMap:
      return display_items(value);
    case Kind::kOptional:
      return value.as_optional() == nullptr ? "optional.none()"
                                            : "optional(" + display(*value.as_optional()) + ")";
    case Kind::kType:
      return value.as_type().name();
    case Kind::kOpaque:
      return value.as_opaque().to_string();
    case Kind::kError:
      return value.error_message();
  }
  return "";
}

}  // namespace sluice::cel
