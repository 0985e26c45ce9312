// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>
#include <string>

#include "cel/display.h"
#include "cel/functions/cost.h"
#include "cel/functions/function.h"
#include "cel/time.h"
#include "json/utf8.h"

namespace sluice::cel {
namespace {

Value identity(const Arguments& a) {
  return a[0];
}

Value conversion_error(const Value& from, const char* to) {
  return Value::error("type conversion error from '" + from.type().name() + "' to '" + to + "'");
}

// Go's ParseInt and ParseUint take a sign that from_chars does not.
template <class Number>
bool parse_number(std::string_view text, Number& number) {
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') {
    text.remove_prefix(1);
  }
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  return !text.empty() && parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
}

Value int_from_string(const Arguments& a) {
  std::int64_t number = 0;
  return parse_number(a[0].as_string(), number) ? Value(number) : conversion_error(a[0], "int");
}
Value int_from_uint(const Arguments& a) {
  return a[0].as_uint() > 9223372036854775807u ? Value::error("integer overflow")
                                               : Value(static_cast<std::int64_t>(a[0].as_uint()));
}
Value int_from_double(const Arguments& a) {
  const double number = a[0].as_double();
  if (!(number > -9223372036854775808.0 && number < 9223372036854775808.0)) {
    return Value::error("integer overflow");
  }
  return Value(static_cast<std::int64_t>(number));
}
Value int_from_timestamp(const Arguments& a) {
  return Value(a[0].as_timestamp().seconds);
}
Value int_from_duration(const Arguments& a) {
  return Value(a[0].as_duration().nanos);
}

Value uint_from_string(const Arguments& a) {
  std::uint64_t number = 0;
  const std::string_view text = a[0].as_string();
  return text.substr(0, 1) != "+" && parse_number(text, number) ? Value(number)
                                                                : conversion_error(a[0], "uint");
}
Value uint_from_int(const Arguments& a) {
  return a[0].as_int() < 0 ? Value::error("unsigned integer overflow")
                           : Value(static_cast<std::uint64_t>(a[0].as_int()));
}
Value uint_from_double(const Arguments& a) {
  const double number = a[0].as_double();
  if (!(number >= 0 && number < 18446744073709551616.0)) {
    return Value::error("unsigned integer overflow");
  }
  return Value(static_cast<std::uint64_t>(number));
}

Value double_from_string(const Arguments& a) {
  double number = 0;
  return parse_number(a[0].as_string(), number) ? Value(number) : conversion_error(a[0], "double");
}
Value double_from_int(const Arguments& a) {
  return Value(static_cast<double>(a[0].as_int()));
}
Value double_from_uint(const Arguments& a) {
  return Value(static_cast<double>(a[0].as_uint()));
}

Value string_from_any(const Arguments& a) {
  return Value(display(a[0]));
}
Value string_from_bytes(const Arguments& a) {
  return json::is_utf8(a[0].as_bytes())
             ? Value::text(a[0].as_bytes())
             : Value::error("invalid UTF-8 in bytes, cannot convert to string");
}
Value bytes_from_string(const Arguments& a) {
  return Value::bytes(std::string(a[0].as_string()));
}

Value bool_from_string(const Arguments& a) {
  const std::string_view text = a[0].as_string();
  for (const std::string_view yes : {"1", "t", "T", "true", "TRUE", "True"}) {
    if (text == yes) {
      return Value(true);
    }
  }
  for (const std::string_view no : {"0", "f", "F", "false", "FALSE", "False"}) {
    if (text == no) {
      return Value(false);
    }
  }
  return conversion_error(a[0], "bool");
}

Value duration_from_string(const Arguments& a) {
  const auto duration = parse_duration(a[0].as_string());
  return duration ? Value(*duration) : conversion_error(a[0], "google.protobuf.Duration");
}
Value duration_from_int(const Arguments& a) {
  return Value(Duration{a[0].as_int()});
}
Value timestamp_from_string(const Arguments& a) {
  const auto time = parse_timestamp(a[0].as_string());
  return time ? Value(*time) : conversion_error(a[0], "google.protobuf.Timestamp");
}
Value timestamp_from_int(const Arguments& a) {
  const Timestamp time{a[0].as_int(), 0};
  return in_range(time) ? Value(time) : Value::error("timestamp overflow");
}

Value type_of(const Arguments& a) {
  return Value(a[0].type());
}

const FunctionRow kRows[] = {
    {"bool", "(bool) bool", "bool_to_bool", identity},
    {"bool", "(string) bool", "string_to_bool", bool_from_string},
    {"bytes", "(bytes) bytes", "bytes_to_bytes", identity},
    {"bytes", "(string) bytes", "string_to_bytes", bytes_from_string, cost_traverse_first},
    {"double", "(double) double", "double_to_double", identity},
    {"double", "(int) double", "int64_to_double", double_from_int},
    {"double", "(string) double", "string_to_double", double_from_string},
    {"double", "(uint) double", "uint64_to_double", double_from_uint},
    {"duration", "(duration) duration", "duration_to_duration", identity},
    {"duration", "(int) duration", "int64_to_duration", duration_from_int},
    {"duration", "(string) duration", "string_to_duration", duration_from_string},
    {"dyn", "(A) dyn", "to_dyn", identity},
    {"int", "(int) int", "int64_to_int64", identity},
    {"int", "(double) int", "double_to_int64", int_from_double},
    {"int", "(duration) int", "duration_to_int64", int_from_duration},
    {"int", "(string) int", "string_to_int64", int_from_string},
    {"int", "(timestamp) int", "timestamp_to_int64", int_from_timestamp},
    {"int", "(uint) int", "uint64_to_int64", int_from_uint},
    {"string", "(string) string", "string_to_string", identity},
    {"string", "(bool) string", "bool_to_string", string_from_any},
    {"string", "(bytes) string", "bytes_to_string", string_from_bytes, cost_traverse_first},
    {"string", "(double) string", "double_to_string", string_from_any},
    {"string", "(duration) string", "duration_to_string", string_from_any},
    {"string", "(int) string", "int64_to_string", string_from_any},
    {"string", "(timestamp) string", "timestamp_to_string", string_from_any},
    {"string", "(uint) string", "uint64_to_string", string_from_any},
    {"timestamp", "(timestamp) timestamp", "timestamp_to_timestamp", identity},
    {"timestamp", "(int) timestamp", "int64_to_timestamp", timestamp_from_int},
    {"timestamp", "(string) timestamp", "string_to_timestamp", timestamp_from_string},
    {"type", "(A) type(A)", "type", type_of},
    {"uint", "(uint) uint", "uint64_to_uint64", identity},
    {"uint", "(double) uint", "double_to_uint64", uint_from_double},
    {"uint", "(int) uint", "int64_to_uint64", uint_from_int},
    {"uint", "(string) uint", "string_to_uint64", uint_from_string},
};

}  // namespace

std::span<const FunctionRow> conversion_functions() {
  return kRows;
}

}  // namespace sluice::cel
