// SPDX-License-Identifier: Apache-2.0
#include "cel/equality.h"
#include "cel/functions/cost.h"
#include "cel/functions/function.h"

namespace sluice::cel {
namespace {

bool contains_all(const List& list, const List& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!contains(list, items.at(i))) {
      return false;
    }
  }
  return true;
}

Value sets_contains(const Arguments& a) {
  return Value(contains_all(a[0].as_list(), a[1].as_list()));
}
Value sets_equivalent(const Arguments& a) {
  return Value(contains_all(a[0].as_list(), a[1].as_list()) &&
               contains_all(a[1].as_list(), a[0].as_list()));
}
Value sets_intersects(const Arguments& a) {
  for (std::size_t i = 0; i < a[0].as_list().size(); ++i) {
    if (contains(a[1].as_list(), a[0].as_list().at(i))) {
      return Value(true);
    }
  }
  return Value(false);
}

std::uint64_t cost_once(const Arguments& a, const Value&) {
  return 1 + size_of(a[0]) * size_of(a[1]);
}
std::uint64_t cost_twice(const Arguments& a, const Value&) {
  return 1 + 2 * size_of(a[0]) * size_of(a[1]);
}

const FunctionRow kRows[] = {
    {"sets.contains", "(list(T), list(T)) bool", "list_sets_contains_list", sets_contains,
     cost_once},
    {"sets.equivalent", "(list(T), list(T)) bool", "list_sets_equivalent_list", sets_equivalent,
     cost_twice},
    {"sets.intersects", "(list(T), list(T)) bool", "list_sets_intersects_list", sets_intersects,
     cost_once},
};

}  // namespace

std::span<const FunctionRow> set_functions() {
  return kRows;
}

}  // namespace sluice::cel
