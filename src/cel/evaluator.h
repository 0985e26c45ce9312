// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cel/expression.h"
#include "cel/value.h"

namespace sluice::cel {

struct Arguments;

// One evaluation of a checked tree, with its variables and its cost so far. Used once.
//
// Costs are those of cel-go's tracker. Its unit of evaluation is the attribute: a variable or
// another expression with a chain of selections and indexes behind it. The attribute costs 1 where
// its value is used as such, each step of the chain costs 1 more.
class Evaluator {
 public:
  struct Scope {
    std::span<const Value* const> globals;  // null: not bound
    std::size_t locals = 0;
    std::uint64_t cost_limit = 0;
  };
  explicit Evaluator(const Scope& scope)
      : globals_(scope.globals), locals_(scope.locals), limit_(scope.cost_limit) {}

  Value eval(const Expression& e);
  std::uint64_t cost() const { return cost_; }
  bool is_over_limit() const { return over_limit_; }

 private:
  // Whether the attribute is read as a value; else it is part of another attribute.
  enum class Use { kValue, kPart };

  Value eval_attribute(const Expression& e, Use use);
  Value eval_identifier(const Expression& e, Use use);
  Value eval_conditional(const Expression& e);
  Value eval_step(const Expression& e, Use use);
  Value eval_operand(const Expression& e, Use use);
  Value apply_step(const Expression& e, const Value& operand);
  Value step_key(const Expression& e);
  static Value select(const Value& operand, const Value& key, bool optional);
  static Value has(const Value& operand, const Value& key);
  Value eval_logic(const Expression& e, bool decisive);
  Value eval_equality(const Expression& e);
  Value eval_call(const Expression& e);
  Value eval_optional_or(const Expression& e);
  Value eval_not_strictly_false(const Expression& e);
  Value call_overload(const Expression& e, const Arguments& arguments);
  Value eval_list(const Expression& e);
  Value eval_map(const Expression& e);
  Value eval_object(const Expression& e);
  Value eval_comprehension(const Expression& e);
  bool run_step(const Expression& e, Value first, Value second);

  void charge(std::uint64_t cost);
  static Value over_limit();

  std::span<const Value* const> globals_;
  std::vector<Value> locals_;
  std::uint64_t limit_;
  std::uint64_t cost_ = 0;
  bool over_limit_ = false;
};

}  // namespace sluice::cel
