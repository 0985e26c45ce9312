// SPDX-License-Identifier: Apache-2.0
// Operators that look at their operands as a whole. Those with an evaluation of their own
// (logic, conditions, indexes, equality) are here for the checker only.
#include "cel/equality.h"
#include "cel/functions/cost.h"
#include "cel/functions/function.h"

namespace sluice::cel {
namespace {

template <class Test>
Value ordered(const Arguments& arguments, Test test) {
  const Value order = compare(arguments[0], arguments[1]);
  return order.is_error() ? order : Value(test(order.as_int()));
}

Value less(const Arguments& a) {
  return ordered(a, [](std::int64_t order) { return order < 0; });
}
Value less_equals(const Arguments& a) {
  return ordered(a, [](std::int64_t order) { return order <= 0; });
}
Value greater(const Arguments& a) {
  return ordered(a, [](std::int64_t order) { return order > 0; });
}
Value greater_equals(const Arguments& a) {
  return ordered(a, [](std::int64_t order) { return order >= 0; });
}

Value in_list(const Arguments& a) {
  return Value(contains(a[1].as_list(), a[0]));
}

Value in_map(const Arguments& a) {
  return Value(a[1].as_map().find(a[0]).has_value());
}

Value size(const Arguments& a) {
  return Value(static_cast<std::int64_t>(size_of(a[0])));
}

Value logical_not(const Arguments& a) {
  return Value(!a[0].as_bool());
}

constexpr CostFunction kShorter = cost_traverse_shorter;

const FunctionRow kRows[] = {
    {"_&&_", "(bool, bool) bool", "logical_and", nullptr},
    {"_||_", "(bool, bool) bool", "logical_or", nullptr},
    {"!_", "(bool) bool", "logical_not", logical_not},
    {"@not_strictly_false", "(bool) bool", "not_strictly_false", nullptr},
    {"_?_:_", "(bool, A, A) A", "conditional", nullptr},
    {"_==_", "(A, A) bool", "equals", nullptr},
    {"_!=_", "(A, A) bool", "not_equals", nullptr},
    {"_[_]", "(list(A), int) A", "index_list", nullptr},
    {"_[_]", "(map(A, B), A) B", "index_map", nullptr},
    {"_[_]", "(optional(list(V)), int) optional(V)", "optional_list_index_int", nullptr},
    {"_[_]", "(optional(map(K, V)), K) optional(V)", "optional_map_index_value", nullptr},
    {"_[?_]", "(list(V), int) optional(V)", "list_optindex_optional_int", nullptr},
    {"_[?_]", "(optional(list(V)), int) optional(V)", "optional_list_optindex_optional_int",
     nullptr},
    {"_[?_]", "(map(K, V), K) optional(V)", "map_optindex_optional_value", nullptr},
    {"_[?_]", "(optional(map(K, V)), K) optional(V)", "optional_map_optindex_optional_value",
     nullptr},
    {"_<_", "(bool, bool) bool", "less_bool", less},
    {"_<_", "(int, int) bool", "less_int64", less},
    {"_<_", "(int, double) bool", "less_int64_double", less},
    {"_<_", "(int, uint) bool", "less_int64_uint64", less},
    {"_<_", "(uint, uint) bool", "less_uint64", less},
    {"_<_", "(uint, double) bool", "less_uint64_double", less},
    {"_<_", "(uint, int) bool", "less_uint64_int64", less},
    {"_<_", "(double, double) bool", "less_double", less},
    {"_<_", "(double, int) bool", "less_double_int64", less},
    {"_<_", "(double, uint) bool", "less_double_uint64", less},
    {"_<_", "(string, string) bool", "less_string", less, kShorter},
    {"_<_", "(bytes, bytes) bool", "less_bytes", less, kShorter},
    {"_<_", "(timestamp, timestamp) bool", "less_timestamp", less},
    {"_<_", "(duration, duration) bool", "less_duration", less},
    {"_<=_", "(bool, bool) bool", "less_equals_bool", less_equals},
    {"_<=_", "(int, int) bool", "less_equals_int64", less_equals},
    {"_<=_", "(int, double) bool", "less_equals_int64_double", less_equals},
    {"_<=_", "(int, uint) bool", "less_equals_int64_uint64", less_equals},
    {"_<=_", "(uint, uint) bool", "less_equals_uint64", less_equals},
    {"_<=_", "(uint, double) bool", "less_equals_uint64_double", less_equals},
    {"_<=_", "(uint, int) bool", "less_equals_uint64_int64", less_equals},
    {"_<=_", "(double, double) bool", "less_equals_double", less_equals},
    {"_<=_", "(double, int) bool", "less_equals_double_int64", less_equals},
    {"_<=_", "(double, uint) bool", "less_equals_double_uint64", less_equals},
    {"_<=_", "(string, string) bool", "less_equals_string", less_equals, kShorter},
    {"_<=_", "(bytes, bytes) bool", "less_equals_bytes", less_equals, kShorter},
    {"_<=_", "(timestamp, timestamp) bool", "less_equals_timestamp", less_equals},
    {"_<=_", "(duration, duration) bool", "less_equals_duration", less_equals},
    {"_>_", "(bool, bool) bool", "greater_bool", greater},
    {"_>_", "(int, int) bool", "greater_int64", greater},
    {"_>_", "(int, double) bool", "greater_int64_double", greater},
    {"_>_", "(int, uint) bool", "greater_int64_uint64", greater},
    {"_>_", "(uint, uint) bool", "greater_uint64", greater},
    {"_>_", "(uint, double) bool", "greater_uint64_double", greater},
    {"_>_", "(uint, int) bool", "greater_uint64_int64", greater},
    {"_>_", "(double, double) bool", "greater_double", greater},
    {"_>_", "(double, int) bool", "greater_double_int64", greater},
    {"_>_", "(double, uint) bool", "greater_double_uint64", greater},
    {"_>_", "(string, string) bool", "greater_string", greater, kShorter},
    {"_>_", "(bytes, bytes) bool", "greater_bytes", greater, kShorter},
    {"_>_", "(timestamp, timestamp) bool", "greater_timestamp", greater},
    {"_>_", "(duration, duration) bool", "greater_duration", greater},
    {"_>=_", "(bool, bool) bool", "greater_equals_bool", greater_equals},
    {"_>=_", "(int, int) bool", "greater_equals_int64", greater_equals},
    {"_>=_", "(int, double) bool", "greater_equals_int64_double", greater_equals},
    {"_>=_", "(int, uint) bool", "greater_equals_int64_uint64", greater_equals},
    {"_>=_", "(uint, uint) bool", "greater_equals_uint64", greater_equals},
    {"_>=_", "(uint, double) bool", "greater_equals_uint64_double", greater_equals},
    {"_>=_", "(uint, int) bool", "greater_equals_uint64_int64", greater_equals},
    {"_>=_", "(double, double) bool", "greater_equals_double", greater_equals},
    {"_>=_", "(double, int) bool", "greater_equals_double_int64", greater_equals},
    {"_>=_", "(double, uint) bool", "greater_equals_double_uint64", greater_equals},
    {"_>=_", "(string, string) bool", "greater_equals_string", greater_equals, kShorter},
    {"_>=_", "(bytes, bytes) bool", "greater_equals_bytes", greater_equals, kShorter},
    {"_>=_", "(timestamp, timestamp) bool", "greater_equals_timestamp", greater_equals},
    {"_>=_", "(duration, duration) bool", "greater_equals_duration", greater_equals},
    {"@in", "(A, list(A)) bool", "in_list", in_list, cost_second_size},
    {"@in", "(A, map(A, B)) bool", "in_map", in_map},
    {"size", "(bytes) int", "size_bytes", size},
    {"size", ".(bytes) int", "bytes_size", size},
    {"size", "(list(A)) int", "size_list", size},
    {"size", ".(list(A)) int", "list_size", size},
    {"size", "(map(A, B)) int", "size_map", size},
    {"size", ".(map(A, B)) int", "map_size", size},
    {"size", "(string) int", "size_string", size},
    {"size", ".(string) int", "string_size", size},
};

}  // namespace

std::span<const FunctionRow> operator_functions() {
  return kRows;
}

}  // namespace sluice::cel
