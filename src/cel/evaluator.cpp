// SPDX-License-Identifier: Apache-2.0
#include "cel/evaluator.h"

#include <array>
#include <cmath>

#include "base/result.h"
#include "cel/display.h"
#include "cel/equality.h"
#include "cel/functions/cost.h"
#include "cel/functions/function.h"
#include "cel/value_map.h"

namespace sluice::cel {
namespace {

using Kind = Expression::Kind;

constexpr std::size_t kMaxArguments = 4;

bool is_step(const Expression& e) {
  return e.kind == Kind::kSelect ||
         (e.kind == Kind::kCall && (e.name == "_[_]" || e.name == "_[?_]" || e.name == "_?._"));
}

bool is_conditional(const Expression& e) {
  return e.kind == Kind::kCall && e.name == "_?_:_";
}

bool is_attribute(const Expression& e) {
  return e.kind == Kind::kIdentifier || is_step(e) || is_conditional(e);
}

const Expression& operand_of(const Expression& step) {
  return step.kind == Kind::kSelect ? *step.target : *step.arguments[0];
}

// The whole number that an index is, if it is one.
std::optional<std::int64_t> whole_index(const Value& index) {
  switch (index.kind()) {
    case Value::Kind::kInt:
      return index.as_int();
    case Value::Kind::kUint:
      return index.as_uint() <= 9223372036854775807u
                 ? std::optional<std::int64_t>(static_cast<std::int64_t>(index.as_uint()))
                 : std::nullopt;
    case Value::Kind::kDouble:
      return std::trunc(index.as_double()) == index.as_double() &&
                     std::abs(index.as_double()) < 9007199254740992.0
                 ? std::optional<std::int64_t>(static_cast<std::int64_t>(index.as_double()))
                 : std::nullopt;
    default:
      return std::nullopt;
  }
}

// What is there; nothing when there is nothing; an error when there can be nothing.
std::optional<Value> look_up(const Value& operand, const Value& key) {
  if (operand.is(Value::Kind::kMap)) {
    return operand.as_map().find(key);
  }
  if (!operand.is(Value::Kind::kList)) {
    return std::nullopt;
  }
  const auto index = whole_index(key);
  if (!index) {
    return Value::error(key.is_number()
                            ? "unsupported index value " + display(key) + " in list"
                            : "unsupported index type '" + key.type().name() + "' in list");
  }
  return *index >= 0 && *index < static_cast<std::int64_t>(operand.as_list().size())
             ? std::optional<Value>(operand.as_list().at(static_cast<std::size_t>(*index)))
             : std::nullopt;
}

Value missing(const Value& operand, const Value& key) {
  return Value::error((operand.is(Value::Kind::kList) ? "index out of bounds: " : "no such key: ") +
                      display(key));
}

}  // namespace

void Evaluator::charge(std::uint64_t cost) {
  cost_ += cost;
  over_limit_ = over_limit_ || cost_ > limit_;
}

Value Evaluator::over_limit() {
  return Value::error("operation cancelled: actual cost limit exceeded");
}

Value Evaluator::eval(const Expression& e) {
  if (over_limit_) {
    return over_limit();
  }
  switch (e.kind) {
    case Kind::kLiteral:
      return e.literal;
    case Kind::kIdentifier:
    case Kind::kSelect:
      return eval_attribute(e, Use::kValue);
    case Kind::kCall:
      return is_attribute(e) ? eval_attribute(e, Use::kValue) : eval_call(e);
    case Kind::kList:
      return eval_list(e);
    case Kind::kMap:
      return eval_map(e);
    case Kind::kObject:
      return eval_object(e);
    case Kind::kComprehension:
      return eval_comprehension(e);
  }
  return {};
}

Value Evaluator::eval_attribute(const Expression& e, Use use) {
  if (e.kind == Kind::kIdentifier) {
    return eval_identifier(e, use);
  }
  return is_conditional(e) ? eval_conditional(e) : eval_step(e, use);
}

Value Evaluator::eval_identifier(const Expression& e, Use use) {
  if (use == Use::kValue) {
    charge(1);
  }
  if (e.is_global) {
    const Value* value = globals_[e.slot];
    return value == nullptr ? Value::error("no such attribute(s): " + e.name) : *value;
  }
  return e.takes ? std::move(locals_[e.slot]) : locals_[e.slot];
}

Value Evaluator::eval_conditional(const Expression& e) {
  const Value condition = eval(*e.arguments[0]);
  if (!condition.is(Value::Kind::kBool)) {
    return condition.is_error() ? condition : Value::no_such_overload();
  }
  const Expression& branch = *e.arguments[condition.as_bool() ? 1 : 2];
  return is_attribute(branch) ? eval_attribute(branch, Use::kPart) : eval(branch);
}

// What a chain of steps starts with: an attribute continues in it, anything else is charged for
// becoming one.
Value Evaluator::eval_operand(const Expression& e, Use use) {
  if (is_attribute(e)) {
    return eval_attribute(e, use);
  }
  Value value = eval(e);
  if (use == Use::kValue) {
    charge(1);
  }
  return value;
}

Value Evaluator::eval_step(const Expression& e, Use use) {
  const Use operand_use = e.presence_test ? Use::kPart : use;
  Value operand = eval_operand(operand_of(e), operand_use);
  if (operand.is_error() || over_limit_) {
    return operand;
  }
  return apply_step(e, operand);
}

Value Evaluator::step_key(const Expression& e) {
  if (e.kind == Kind::kSelect) {
    return Value::borrowed(e.name);
  }
  const Expression& key = *e.arguments[1];
  return is_attribute(key) ? eval_attribute(key, Use::kPart) : eval(key);
}

Value Evaluator::apply_step(const Expression& e, const Value& operand) {
  Value key = step_key(e);
  charge(1);
  if (key.is_error()) {
    return key;
  }
  if (e.presence_test) {
    return has(operand, key);
  }
  return select(operand, key, e.kind == Kind::kCall && e.name != "_[_]");
}

// A step from an optional stays optional, as does one that is marked with "?".
Value Evaluator::select(const Value& operand, const Value& key, bool optional) {
  if (operand.is(Value::Kind::kOptional)) {
    if (operand.as_optional() == nullptr) {
      return operand;
    }
    const auto found = look_up(*operand.as_optional(), key);
    return !found ? Value::none() : (found->is_error() ? *found : Value::some(*found));
  }
  const auto found = look_up(operand, key);
  if (found) {
    return optional && !found->is_error() ? Value::some(*found) : *found;
  }
  return optional ? Value::none() : missing(operand, key);
}

Value Evaluator::has(const Value& operand, const Value& key) {
  if (operand.is(Value::Kind::kOptional)) {
    return operand.as_optional() == nullptr ? Value(false) : has(*operand.as_optional(), key);
  }
  const auto found = look_up(operand, key);
  return found && found->is_error() ? *found : Value(found.has_value());
}

// `decisive` is the operand that decides alone: false for &&, true for ||. Errors count only when
// no operand decides.
Value Evaluator::eval_logic(const Expression& e, bool decisive) {
  Value error(!decisive);
  for (const ExpressionPtr& argument : e.arguments) {
    Value value = eval(*argument);
    if (over_limit_) {
      return over_limit();
    }
    if (value.is(Value::Kind::kBool)) {
      if (value.as_bool() == decisive) {
        return value;
      }
    } else if (!error.is_error()) {
      error = value.is_error() ? value : Value::no_such_overload();
    }
  }
  return error;
}

Value Evaluator::eval_equality(const Expression& e) {
  std::array<Value, 2> operands = {eval(*e.arguments[0]), eval(*e.arguments[1])};
  if (operands[0].is_error() || operands[1].is_error()) {
    charge(1);
    return operands[0].is_error() ? operands[0] : operands[1];
  }
  charge(operands[0].is(Value::Kind::kOpaque)
             ? 1
             : cost_traverse_shorter({.values = operands}, Value()));
  if (over_limit_) {
    return over_limit();
  }
  return Value(equals(operands[0], operands[1]) == (e.name == "_==_"));
}

Value Evaluator::eval_not_strictly_false(const Expression& e) {
  const Value value = eval(*e.arguments[0]);
  charge(1);
  return Value(!value.is(Value::Kind::kBool) || value.as_bool());
}

Value Evaluator::eval_optional_or(const Expression& e) {
  const Value left = eval(*e.target);
  if (!left.is(Value::Kind::kOptional)) {
    return left.is_error() ? left : Value::no_such_overload();
  }
  if (left.as_optional() == nullptr) {
    return eval(*e.arguments[0]);
  }
  return e.name == "or" ? left : *left.as_optional();
}

Value Evaluator::eval_call(const Expression& e) {
  if (e.name == "_&&_" || e.name == "_||_") {
    return eval_logic(e, e.name == "_||_");
  }
  if (e.name == "_==_" || e.name == "_!=_") {
    return eval_equality(e);
  }
  if (e.name == "@not_strictly_false") {
    return eval_not_strictly_false(e);
  }
  if (e.target != nullptr && (e.name == "or" || e.name == "orValue")) {
    return eval_optional_or(e);
  }
  std::array<Value, kMaxArguments> values;
  std::size_t count = 0;
  if (e.target != nullptr) {
    values[count++] = eval(*e.target);
  }
  for (const ExpressionPtr& argument : e.arguments) {
    CHECK(count < kMaxArguments);
    values[count++] = eval(*argument);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (values[i].is_error()) {
      charge(e.constant_members ? 0 : 1);
      return values[i];
    }
  }
  return call_overload(e, {.values = std::span(values.data(), count), .regex = e.regex.get()});
}

Value Evaluator::call_overload(const Expression& e, const Arguments& arguments) {
  for (const Overload* overload : e.overloads) {
    bool fits = true;
    for (std::size_t i = 0; i < arguments.size() && fits; ++i) {
      fits = accepts(overload->parameters[i], arguments[i]);
    }
    if (!fits) {
      continue;
    }
    const bool fixed = overload->cost == nullptr || (overload->standard && e.overloads.size() > 1);
    if (!fixed && costs_by_result(overload->cost)) {
      Value result = overload->function(arguments);
      charge(overload->cost(arguments, result));
      return result;
    }
    // before the call: what is too expensive must not be done at all
    charge(e.constant_members ? 0 : (fixed ? 1 : overload->cost(arguments, Value())));
    return over_limit_ ? over_limit() : overload->function(arguments);
  }
  charge(1);
  return Value::no_such_overload();
}

Value Evaluator::eval_list(const Expression& e) {
  std::vector<Value> items;
  items.reserve(e.entries.size());
  for (const Entry& entry : e.entries) {
    Value item = eval(*entry.value);
    if (item.is_error()) {
      return item;
    }
    if (entry.optional) {
      if (!item.is(Value::Kind::kOptional)) {
        return Value::error("cannot initialize optional list element from non-optional value " +
                            display(item));
      }
      if (item.as_optional() == nullptr) {
        continue;
      }
      item = Value(*item.as_optional());
    }
    items.push_back(std::move(item));
  }
  charge(kListCost);
  return Value::list(std::move(items));
}

Value Evaluator::eval_map(const Expression& e) {
  auto map = std::make_shared<ValueMap>();
  for (const Entry& entry : e.entries) {
    const Value key = eval(*entry.key);
    Value value = key.is_error() ? key : eval(*entry.value);
    if (value.is_error()) {
      return value;
    }
    if (!ValueMap::can_be_key(key)) {
      return Value::error("unsupported key type: " + key.type().name());
    }
    if (entry.optional && !value.is(Value::Kind::kOptional)) {
      return Value::error("cannot initialize optional entry '" + display(key) +
                          "' from non-optional value " + display(value));
    }
    if (entry.optional && value.as_optional() == nullptr) {
      continue;
    }
    if (!map->insert(key, entry.optional ? *value.as_optional() : value)) {
      return Value::error("Failed with repeated key: " + display(key));
    }
  }
  charge(kMapCost);
  return Value(MapPtr(std::move(map)));
}

Value Evaluator::eval_object(const Expression& e) {
  auto object = std::make_shared<ValueMap>(&e.type.object_type());
  for (const Entry& entry : e.entries) {
    Value value = eval(*entry.value);
    if (value.is_error()) {
      return value;
    }
    if (entry.optional) {
      if (!value.is(Value::Kind::kOptional)) {
        return Value::error("cannot initialize optional entry '" + entry.field +
                            "' from non-optional value " + display(value));
      }
      if (value.as_optional() == nullptr) {
        continue;
      }
      value = Value(*value.as_optional());
    }
    object->insert(Value(entry.field), std::move(value));
  }
  charge(kObjectCost);
  return Value(MapPtr(std::move(object)));
}

// False when the loop is over.
bool Evaluator::run_step(const Expression& e, Value first, Value second) {
  locals_[e.slot + 1] = std::move(first);
  if (!e.loop->second_variable.empty()) {
    locals_[e.slot + 2] = std::move(second);
  }
  const Value condition = eval(*e.loop->condition);
  if (over_limit_ || (condition.is(Value::Kind::kBool) && !condition.as_bool())) {
    return false;
  }
  locals_[e.slot] = eval(*e.loop->step);
  return !over_limit_;
}

Value Evaluator::eval_comprehension(const Expression& e) {
  Value range = eval(*e.loop->range);
  if (range.is_error()) {
    return range;
  }
  locals_[e.slot] = eval(*e.loop->start);
  const bool two = !e.loop->second_variable.empty();
  if (range.is(Value::Kind::kList)) {
    const List& list = range.as_list();
    for (std::size_t i = 0; i < list.size(); ++i) {
      Value index(static_cast<std::int64_t>(i));
      if (!(two ? run_step(e, std::move(index), list.at(i)) : run_step(e, list.at(i), Value()))) {
        break;
      }
    }
  } else if (range.is(Value::Kind::kMap)) {
    const Map& map = range.as_map();
    for (std::size_t i = 0; i < map.size(); ++i) {
      Map::Entry entry = map.at(i);
      if (!run_step(e, std::move(entry.key), two ? std::move(entry.value) : Value())) {
        break;
      }
    }
  } else {
    return Value::error("got '" + range.type().name() + "', expected iterable type");
  }
  return over_limit_ ? over_limit() : eval(*e.loop->result);
}

}  // namespace sluice::cel
