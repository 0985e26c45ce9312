// SPDX-License-Identifier: Apache-2.0
#include "json/quantity.h"

#include <memory>

#include "cel/functions/cost.h"
#include "cel/functions/function.h"

namespace sluice::cel {
namespace {

using json::Quantity;

class QuantityValue final : public Opaque {
 public:
  explicit QuantityValue(Quantity quantity) : quantity_(quantity) {}
  std::string_view type_name() const override { return "kubernetes.Quantity"; }
  bool equals(const Opaque& other) const override {
    return quantity_ == static_cast<const QuantityValue&>(other).quantity_;
  }
  std::string to_string() const override { return quantity_.to_string(); }
  const Quantity& quantity() const { return quantity_; }

 private:
  Quantity quantity_;
};

Value wrap(Quantity quantity) {
  return Value(OpaquePtr(std::make_shared<QuantityValue>(quantity)));
}

const Quantity& unwrap(const Value& value) {
  return static_cast<const QuantityValue&>(value.as_opaque()).quantity();
}

Quantity whole(std::int64_t number) {
  return *Quantity::parse(std::to_string(number));
}

std::int64_t order(const Arguments& a) {
  return unwrap(a[0]) < unwrap(a[1]) ? -1 : (unwrap(a[1]) < unwrap(a[0]) ? 1 : 0);
}

Value from_string(const Arguments& a) {
  const auto quantity = Quantity::parse(a[0].as_string());
  return quantity ? wrap(*quantity)
                  : Value::error(
                        "quantities must match the regular expression "
                        "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
}
Value is_quantity(const Arguments& a) {
  return Value(Quantity::parse(a[0].as_string()).has_value());
}
Value sign(const Arguments& a) {
  return Value(std::int64_t{unwrap(a[0]).sign()});
}
Value is_greater(const Arguments& a) {
  return Value(order(a) > 0);
}
Value is_less(const Arguments& a) {
  return Value(order(a) < 0);
}
Value compare_to(const Arguments& a) {
  return Value(order(a));
}
Value as_float(const Arguments& a) {
  return Value(unwrap(a[0]).approximate_value());
}
Value as_integer(const Arguments& a) {
  const auto number = unwrap(a[0]).exact_value();
  return number ? Value(*number) : Value::error("cannot convert value to integer");
}
Value is_integer(const Arguments& a) {
  return Value(unwrap(a[0]).exact_value().has_value());
}
Value add(const Arguments& a) {
  return wrap(unwrap(a[0]) + unwrap(a[1]));
}
Value add_int(const Arguments& a) {
  return wrap(unwrap(a[0]) + whole(a[1].as_int()));
}
Value subtract(const Arguments& a) {
  return wrap(unwrap(a[0]) - unwrap(a[1]));
}
Value subtract_int(const Arguments& a) {
  return wrap(unwrap(a[0]) - whole(a[1].as_int()));
}

const FunctionRow kRows[] = {
    {"quantity", "(string) kubernetes.Quantity", "string_to_quantity", from_string,
     cost_traverse_first},
    {"isQuantity", "(string) bool", "is_quantity_string", is_quantity, cost_traverse_first},
    {"sign", "(kubernetes.Quantity) int", "quantity_sign", sign},
    {"isGreaterThan", ".(kubernetes.Quantity, kubernetes.Quantity) bool",
     "quantity_is_greater_than", is_greater},
    {"isLessThan", ".(kubernetes.Quantity, kubernetes.Quantity) bool", "quantity_is_less_than",
     is_less},
    {"compareTo", ".(kubernetes.Quantity, kubernetes.Quantity) int", "quantity_compare_to",
     compare_to},
    {"asApproximateFloat", ".(kubernetes.Quantity) double", "quantity_get_float", as_float},
    {"asInteger", ".(kubernetes.Quantity) int", "quantity_get_int", as_integer},
    {"isInteger", ".(kubernetes.Quantity) bool", "quantity_is_integer", is_integer},
    {"add", ".(kubernetes.Quantity, kubernetes.Quantity) kubernetes.Quantity", "quantity_add", add},
    {"add", ".(kubernetes.Quantity, int) kubernetes.Quantity", "quantity_add_int", add_int},
    {"sub", ".(kubernetes.Quantity, kubernetes.Quantity) kubernetes.Quantity", "quantity_sub",
     subtract},
    {"sub", ".(kubernetes.Quantity, int) kubernetes.Quantity", "quantity_sub_int", subtract_int},
};

}  // namespace

std::span<const FunctionRow> quantity_functions() {
  return kRows;
}

}  // namespace sluice::cel
