// SPDX-License-Identifier: Apache-2.0
#include "cel/functions/format_string.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/text.h"
#include "cel/display.h"
#include "json/utf8.h"

namespace sluice::cel {
namespace {

using Kind = Value::Kind;

constexpr int kDefaultPrecision = 6;
constexpr std::int64_t kMaxPrecision = 1000;

Result<std::string> wrong_argument(const char* clause, const char* allowed, const Value& value) {
  return fail(Code::kInvalid, std::string("error during formatting: ") + clause +
                                  " clause can only be used on " + allowed + ", was given " +
                                  value.type().name());
}

std::string fixed(double number, int precision) {
  if (std::isnan(number)) {
    return "NaN";
  }
  if (std::isinf(number)) {
    return number > 0 ? "\u221e" : "-\u221e";
  }
  std::vector<char> text(400 + static_cast<std::size_t>(precision));
  const int size = std::snprintf(text.data(), text.size(), "%.*f", precision, number);
  return {text.data(), static_cast<std::size_t>(size)};
}

Result<std::string> format_value(const Value& value);

// Inside lists and maps values look like literals.
Result<std::string> literal(const Value& value) {
  switch (value.kind()) {
    case Kind::kString:
      return quoted(value.as_string());
    case Kind::kBytes:
      return "b" + quoted(value.as_bytes());
    case Kind::kTimestamp:
      return "timestamp(\"" + display(value) + "\")";
    case Kind::kDuration:
      return "duration(\"" + display(value) + "\")";
    case Kind::kDouble:
      return std::isfinite(value.as_double()) ? fixed(value.as_double(), kDefaultPrecision)
                                              : "\"" + display_double(value.as_double()) + "\"";
    default:
      return format_value(value);
  }
}

Result<std::string> format_list(const List& list) {
  std::string text = "[";
  for (std::size_t i = 0; i < list.size(); ++i) {
    TRY_ASSIGN(const std::string item, literal(list.at(i)));
    text += (i == 0 ? "" : ", ") + item;
  }
  return text + "]";
}

Result<std::string> format_map(const Map& map) {
  std::vector<std::pair<std::string, std::string>> entries;
  for (std::size_t i = 0; i < map.size(); ++i) {
    const Map::Entry entry = map.at(i);
    TRY_ASSIGN(std::string key, literal(entry.key));
    TRY_ASSIGN(std::string value, literal(entry.value));
    entries.emplace_back(std::move(key), std::move(value));
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string text = "{";
  for (const auto& [key, value] : entries) {
    text += (text.size() == 1 ? "" : ", ") + key + ":" + value;
  }
  return text + "}";
}

Result<std::string> format_value(const Value& value) {
  switch (value.kind()) {
    case Kind::kList:
      return format_list(value.as_list());
    case Kind::kMap:
      return format_map(value.as_map());
    case Kind::kOptional:
    case Kind::kOpaque:
      return wrong_argument("string",
                            "strings, bools, bytes, ints, doubles, maps, lists, types, durations, "
                            "and timestamps",
                            value);
    case Kind::kError:
      return fail(Code::kInvalid, value.error_message());
    default:
      return display(value);
  }
}

Result<std::string> format_decimal(const Value& value) {
  return value.is(Kind::kInt) || value.is(Kind::kUint)
             ? Result<std::string>(display(value))
             : wrong_argument("decimal", "integers", value);
}

std::optional<double> floating(const Value& value) {
  if (value.is(Kind::kDouble)) {
    return value.as_double();
  }
  if (value.is(Kind::kString) && value.as_string() == "NaN") {
    return std::nan("");
  }
  if (value.is(Kind::kString) &&
      (value.as_string() == "Infinity" || value.as_string() == "-Infinity")) {
    return value.as_string()[0] == '-' ? -INFINITY : INFINITY;
  }
  return std::nullopt;
}

Result<std::string> format_fixed(const Value& value, int precision) {
  const auto number = floating(value);
  return number ? Result<std::string>(fixed(*number, precision))
                : wrong_argument("fixed-point", "doubles", value);
}

Result<std::string> format_scientific(const Value& value, int precision) {
  const auto number = floating(value);
  if (!number) {
    return wrong_argument("scientific", "doubles", value);
  }
  if (!std::isfinite(*number)) {
    return fixed(*number, precision);
  }
  std::vector<char> text(400 + static_cast<std::size_t>(precision));
  std::snprintf(text.data(), text.size(), "%.*e", precision, *number);
  std::string result(text.data());
  // Upstream's printer writes the exponent as a power: 1.5×10⁰³.
  const std::size_t mark = result.find('e');
  std::string power = result.substr(mark + 1);
  const bool negative = power.front() == '-';
  static constexpr std::array<std::string_view, 10> kSuperscripts = {
      "\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
      "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string exponent = negative ? "\u207b" : "";
  for (const char digit : power.substr(1)) {
    exponent += kSuperscripts[static_cast<std::size_t>(digit - '0')];
  }
  return result.substr(0, mark) + "\u00d710" + exponent;
}

std::string in_base(std::uint64_t number, unsigned base, bool upper) {
  const char* digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  std::string text;
  do {
    text.insert(text.begin(), digits[number % base]);
    number /= base;
  } while (number != 0);
  return text;
}

std::string integer_in_base(const Value& value, unsigned base, bool upper) {
  if (value.is(Kind::kUint)) {
    return in_base(value.as_uint(), base, upper);
  }
  const std::int64_t number = value.as_int();
  return number < 0 ? "-" + in_base(0 - static_cast<std::uint64_t>(number), base, upper)
                    : in_base(static_cast<std::uint64_t>(number), base, upper);
}

Result<std::string> format_binary(const Value& value) {
  if (value.is(Kind::kBool)) {
    return std::string(value.as_bool() ? "1" : "0");
  }
  return value.is(Kind::kInt) || value.is(Kind::kUint)
             ? Result<std::string>(integer_in_base(value, 2, false))
             : wrong_argument("binary", "integers and bools", value);
}

Result<std::string> format_octal(const Value& value) {
  return value.is(Kind::kInt) || value.is(Kind::kUint)
             ? Result<std::string>(integer_in_base(value, 8, false))
             : wrong_argument("octal", "integers", value);
}

Result<std::string> format_hex(const Value& value, bool upper) {
  if (value.is(Kind::kInt) || value.is(Kind::kUint)) {
    return integer_in_base(value, 16, upper);
  }
  if (!value.is(Kind::kString) && !value.is(Kind::kBytes)) {
    return wrong_argument("hex", "integers, byte buffers, and strings", value);
  }
  const char* digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  std::string text;
  for (const char c : value.is(Kind::kString) ? value.as_string() : value.as_bytes()) {
    text += digits[static_cast<unsigned char>(c) >> 4];
    text += digits[static_cast<unsigned char>(c) & 15];
  }
  return text;
}

Result<std::string> format_clause(char clause, const Value& value, int precision) {
  switch (clause) {
    case 's':
      return format_value(value);
    case 'd':
      return format_decimal(value);
    case 'f':
      return format_fixed(value, precision);
    case 'e':
      return format_scientific(value, precision);
    case 'b':
      return format_binary(value);
    case 'x':
    case 'X':
      return format_hex(value, clause == 'X');
    case 'o':
      return format_octal(value);
    default:
      return fail(Code::kInvalid,
                  std::string("could not parse formatting clause: unrecognized formatting clause "
                              "\"") +
                      clause + "\"");
  }
}

// ".12" at the front of the clause, if it is there.
Result<int> take_precision(std::string_view& text) {
  if (text.empty() || text.front() != '.') {
    return kDefaultPrecision;
  }
  text.remove_prefix(1);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto precision = parse_int(text.substr(0, digits));
  if (!precision) {
    return fail(Code::kInvalid,
                "could not parse formatting clause: error while parsing precision: could not find "
                "end of precision specifier");
  }
  if (*precision > kMaxPrecision) {
    return fail(Code::kInvalid, "precision " + std::to_string(*precision) +
                                    " exceeds maximum allowed precision " +
                                    std::to_string(kMaxPrecision));
  }
  text.remove_prefix(digits);
  return static_cast<int>(*precision);
}

Result<std::string> interpolate(std::string_view format, const List& arguments) {
  std::string result;
  std::size_t used = 0;
  while (!format.empty()) {
    const std::size_t percent = std::min(format.find('%'), format.size());
    result += format.substr(0, percent);
    format.remove_prefix(percent);
    if (format.empty()) {
      break;
    }
    format.remove_prefix(1);
    if (format.empty()) {
      return fail(Code::kInvalid, "unexpected end of string");
    }
    if (format.front() == '%') {
      result += '%';
      format.remove_prefix(1);
      continue;
    }
    if (used >= arguments.size()) {
      return fail(Code::kInvalid, "index " + std::to_string(used) + " out of range");
    }
    TRY_ASSIGN(const int precision, take_precision(format));
    if (format.empty()) {
      return fail(Code::kInvalid, "unexpected end of string");
    }
    TRY_ASSIGN(const std::string text,
               format_clause(format.front(), arguments.at(used++), precision));
    result += text;
    format.remove_prefix(1);
  }
  return result;
}

}  // namespace

Value format_string(std::string_view format, const List& arguments) {
  auto result = interpolate(format, arguments);
  return result ? Value(*std::move(result)) : Value::error(result.error().message);
}

}  // namespace sluice::cel
