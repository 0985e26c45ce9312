// SPDX-License-Identifier: Apache-2.0
#include "api/scalar.h"

#include <limits>

#include "base/calendar_time.h"
#include "base/text.h"
#include "cel/time.h"
#include "json/quantity.h"

namespace sluice::api {
namespace {

constexpr std::string_view kQuantityForm =
    "quantities must match the regular expression "
    "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

// Pieces of a time as Go's layouts write them; digits stand for as many digits.
constexpr std::string_view kTimePieces[] = {"2006", "-", "01", "-", "02", "T",
                                            "15",   ":", "04", ":", "05"};

constexpr std::string_view kMicroseconds = ".000000";

bool fits(std::string_view piece, std::string_view text) {
  if (text.size() < piece.size()) {
    return false;
  }
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const bool digit = piece[i] >= '0' && piece[i] <= '9';
    if (digit ? text[i] < '0' || text[i] > '9' : text[i] != piece[i]) {
      return false;
    }
  }
  return true;
}

// Six digits behind the seconds, no more and no less.
bool counts_microseconds(std::string_view text) {
  constexpr std::size_t kSeconds = std::string_view("2006-01-02T15:04:05").size();
  if (text.size() <= kSeconds + kMicroseconds.size()) {
    return false;
  }
  const char next = text[kSeconds + kMicroseconds.size()];
  return fits(kMicroseconds, text.substr(kSeconds)) && (next < '0' || next > '9');
}

std::string time_fault(FieldType type, std::string_view text) {
  std::string layout = "2006-01-02T15:04:05";
  layout += type == FieldType::kMicroTime ? ".000000Z07:00" : "Z07:00";
  std::string_view rest = text;
  std::string_view wanted = "Z07:00";
  for (const std::string_view piece : kTimePieces) {
    if (!fits(piece, rest)) {
      wanted = piece;
      break;
    }
    rest.remove_prefix(piece.size());
  }
  if (type == FieldType::kMicroTime && wanted == "Z07:00") {
    if (fits(kMicroseconds, rest)) {
      rest.remove_prefix(kMicroseconds.size());
    } else {
      wanted = kMicroseconds;
    }
  }
  return "parsing time \"" + std::string(text) + "\" as \"" + layout + "\": cannot parse \"" +
         std::string(rest) + "\" as \"" + std::string(wanted) + "\"";
}

std::string bytes_fault(std::string_view text) {
  std::size_t bad = text.find_first_not_of(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r\n");
  if (bad == std::string_view::npos) {
    bad = text.size();
  }
  return "illegal base64 data at input byte " + std::to_string(bad);
}

}  // namespace

bool has_json_type(FieldType type, const json::Value& value) {
  switch (type) {
    case FieldType::kString:
    case FieldType::kBytes:
    case FieldType::kTime:
    case FieldType::kMicroTime:
    case FieldType::kDuration:
      return value.is_string();
    case FieldType::kBool:
      return value.is_bool();
    case FieldType::kInt64:
      return value.is_int();
    case FieldType::kInt32:
      return value.is_int() && value.as_int() >= std::numeric_limits<std::int32_t>::min() &&
             value.as_int() <= std::numeric_limits<std::int32_t>::max();
    case FieldType::kDouble:
      return value.is_number();
    case FieldType::kIntOrString:
      return value.is_string() || value.is_int();
    case FieldType::kQuantity:
    case FieldType::kRaw:
      return true;
    case FieldType::kObject:
      return value.is_object();
  }
  return false;
}

std::string scalar_fault(FieldType type, const json::Value& value) {
  if (type == FieldType::kQuantity) {
    return json::Quantity::from(value) ? "" : std::string(kQuantityForm);
  }
  if (type == FieldType::kTime || type == FieldType::kMicroTime) {
    const std::string& text = value.as_string();
    const bool good =
        parse_calendar_time(text) && (type == FieldType::kTime || counts_microseconds(text));
    return good ? "" : time_fault(type, text);
  }
  if (type == FieldType::kDuration) {
    const std::string& text = value.as_string();
    return cel::parse_duration(text) ? "" : "time: invalid duration \"" + text + "\"";
  }
  if (type == FieldType::kBytes) {
    return base64_decode(value.as_string()) ? "" : bytes_fault(value.as_string());
  }
  return "";
}

void canonicalise_scalar(FieldType type, json::Value& value) {
  if (type == FieldType::kQuantity) {
    if (const auto quantity = json::Quantity::from(value)) {
      value = quantity->to_string();
    }
  } else if (type == FieldType::kTime || type == FieldType::kMicroTime) {
    if (const auto time = parse_calendar_time(value.as_string())) {
      value = format_calendar_time(*time, type == FieldType::kTime ? 0 : 6);
    }
  }
}

}  // namespace sluice::api
