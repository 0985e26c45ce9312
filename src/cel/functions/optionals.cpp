// SPDX-License-Identifier: Apache-2.0
#include "cel/functions/function.h"

namespace sluice::cel {
namespace {

using Kind = Value::Kind;

bool is_zero(const Value& value) {
  switch (value.kind()) {
    case Kind::kNull:
      return true;
    case Kind::kBool:
      return !value.as_bool();
    case Kind::kInt:
      return value.as_int() == 0;
    case Kind::kUint:
      return value.as_uint() == 0;
    case Kind::kDouble:
      return value.as_double() == 0;
    case Kind::kString:
      return value.as_string().empty();
    case Kind::kBytes:
      return value.as_bytes().empty();
    case Kind::kDuration:
      return value.as_duration().nanos == 0;
    case Kind::kList:
      return value.as_list().size() == 0;
    case Kind::kMap:
      return value.as_map().size() == 0;
    case Kind::kOptional:
      return value.as_optional() == nullptr || is_zero(*value.as_optional());
    default:
      return false;
  }
}

Value of(const Arguments& a) {
  return Value::some(a[0]);
}
Value of_non_zero(const Arguments& a) {
  return is_zero(a[0]) ? Value::none() : Value::some(a[0]);
}
Value none(const Arguments&) {
  return Value::none();
}
Value value(const Arguments& a) {
  return a[0].as_optional() == nullptr ? Value::error("optional.none() dereference")
                                       : *a[0].as_optional();
}
Value has_value(const Arguments& a) {
  return Value(a[0].as_optional() != nullptr);
}
Value unwrap(const Arguments& a) {
  const List& list = a[0].as_list();
  std::vector<Value> items;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Value item = list.at(i);
    if (!item.is(Kind::kOptional)) {
      return Value::no_such_overload();
    }
    if (item.as_optional() != nullptr) {
      items.push_back(*item.as_optional());
    }
  }
  return Value::list(std::move(items));
}

Value first(const Arguments& a) {
  const List& list = a[0].as_list();
  return list.size() == 0 ? Value::none() : Value::some(list.at(0));
}
Value last(const Arguments& a) {
  const List& list = a[0].as_list();
  return list.size() == 0 ? Value::none() : Value::some(list.at(list.size() - 1));
}

// or and orValue look at their argument only when there is no value: the evaluator does that.
const FunctionRow kRows[] = {
    {"optional.of", "(V) optional(V)", "optional_of", of},
    {"optional.ofNonZeroValue", "(V) optional(V)", "optional_ofNonZeroValue", of_non_zero},
    {"optional.none", "() optional(V)", "optional_none", none},
    {"value", ".(optional(V)) V", "optional_value", value},
    {"hasValue", ".(optional(V)) bool", "optional_hasValue", has_value},
    {"or", ".(optional(V), optional(V)) optional(V)", "optional_or_optional", nullptr},
    {"orValue", ".(optional(V), V) V", "optional_orValue_value", nullptr},
    {"first", ".(list(V)) optional(V)", "list_first", first},
    {"last", ".(list(V)) optional(V)", "list_last", last},
    {"optional.unwrap", "(list(optional(V))) list(V)", "optional_unwrap", unwrap},
    {"unwrapOpt", ".(list(optional(V))) list(V)", "optional_unwrapOpt", unwrap},
};

}  // namespace

std::span<const FunctionRow> optional_functions() {
  return kRows;
}

}  // namespace sluice::cel
