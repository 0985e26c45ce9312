// SPDX-License-Identifier: Apache-2.0
#include "cel/equality.h"

#include <algorithm>
#include <cmath>

namespace sluice::cel {
namespace {

using Kind = Value::Kind;

template <class T>
int order(const T& a, const T& b) {
  return a < b ? -1 : (b < a ? 1 : 0);
}

// As cel-go: in double precision, which takes large neighbours for equal.
int order_int_double(std::int64_t a, double b) {
  if (b < -9223372036854775808.0) {
    return 1;
  }
  return b > 9223372036854775808.0 ? -1 : order(static_cast<double>(a), b);
}

int order_uint_double(std::uint64_t a, double b) {
  if (b < 0) {
    return 1;
  }
  return b > 18446744073709551616.0 ? -1 : order(static_cast<double>(a), b);
}

int order_int_uint(std::int64_t a, std::uint64_t b) {
  return a < 0 ? -1 : order(static_cast<std::uint64_t>(a), b);
}

bool is_nan(const Value& value) {
  return value.is(Kind::kDouble) && std::isnan(value.as_double());
}

// Neither side is NaN.
int order_numbers(const Value& a, const Value& b) {
  if (a.kind() > b.kind()) {
    return -order_numbers(b, a);
  }
  switch (a.kind()) {
    case Kind::kInt:
      return b.is(Kind::kInt)    ? order(a.as_int(), b.as_int())
             : b.is(Kind::kUint) ? order_int_uint(a.as_int(), b.as_uint())
                                 : order_int_double(a.as_int(), b.as_double());
    case Kind::kUint:
      return b.is(Kind::kUint) ? order(a.as_uint(), b.as_uint())
                               : order_uint_double(a.as_uint(), b.as_double());
    default:
      return order(a.as_double(), b.as_double());
  }
}

bool equal_in_order(const List& a, const List& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!equals(a.at(i), b.at(i))) {
      return false;
    }
  }
  return true;
}

bool equal_lists(const List& a, const List& b) {
  if (a.size() != b.size()) {
    return false;
  }
  if (a.semantics() == ListSemantics::kAtomic) {
    return equal_in_order(a, b);
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!contains(b, a.at(i))) {
      return false;
    }
  }
  return true;
}

bool equal_maps(const Map& a, const Map& b) {
  if (a.size() != b.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Map::Entry entry = a.at(i);
    const auto other = b.find(entry.key);
    if (!other || !equals(entry.value, *other)) {
      return false;
    }
  }
  return true;
}

bool equal_same_kind(const Value& a, const Value& b) {
  switch (a.kind()) {
    case Kind::kNull:
      return true;
    case Kind::kBool:
      return a.as_bool() == b.as_bool();
    case Kind::kString:
      return a.as_string() == b.as_string();
    case Kind::kBytes:
      return a.as_bytes() == b.as_bytes();
    case Kind::kTimestamp:
      return a.as_timestamp() == b.as_timestamp();
    case Kind::kDuration:
      return a.as_duration() == b.as_duration();
    case Kind::kList:
      return equal_lists(a.as_list(), b.as_list());
    case Kind::kMap:
      return equal_maps(a.as_map(), b.as_map());
    case Kind::kOptional:
      return a.as_optional() == nullptr || b.as_optional() == nullptr
                 ? a.as_optional() == b.as_optional()
                 : equals(*a.as_optional(), *b.as_optional());
    case Kind::kType:
      return a.as_type().name() == b.as_type().name();
    case Kind::kOpaque:
      return a.as_opaque().type_name() == b.as_opaque().type_name() &&
             a.as_opaque().equals(b.as_opaque());
    default:
      return false;
  }
}

}  // namespace

bool equals(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) {
    return !is_nan(a) && !is_nan(b) && order_numbers(a, b) == 0;
  }
  return a.kind() == b.kind() && equal_same_kind(a, b);
}

Value compare(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) {
    if (is_nan(a) || is_nan(b)) {
      return Value::error("NaN values cannot be ordered");
    }
    return Value(std::int64_t{order_numbers(a, b)});
  }
  if (a.kind() != b.kind()) {
    return Value::no_such_overload();
  }
  switch (a.kind()) {
    case Kind::kBool:
      return Value(std::int64_t{order(a.as_bool(), b.as_bool())});
    case Kind::kString:
      return Value(std::int64_t{order(a.as_string(), b.as_string())});
    case Kind::kBytes:
      return Value(std::int64_t{order(a.as_bytes(), b.as_bytes())});
    case Kind::kTimestamp:
      return Value(std::int64_t{order(a.as_timestamp(), b.as_timestamp())});
    case Kind::kDuration:
      return Value(std::int64_t{order(a.as_duration(), b.as_duration())});
    default:
      return Value::no_such_overload();
  }
}

bool same_keys(const Value& a, const Value& b, const std::vector<std::string>& keys) {
  if (!a.is(Kind::kMap) || !b.is(Kind::kMap)) {
    return false;
  }
  return std::all_of(keys.begin(), keys.end(), [&](const std::string& key) {
    const auto left = a.as_map().find_text(key);
    const auto right = b.as_map().find_text(key);
    return left && right ? equals(*left, *right) : left.has_value() == right.has_value();
  });
}

bool contains(const List& list, const Value& item) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (equals(list.at(i), item)) {
      return true;
    }
  }
  return false;
}

}  // namespace sluice::cel
