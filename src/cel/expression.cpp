// SPDX-License-Identifier: Apache-2.0
#include "cel/expression.h"

namespace sluice::cel {
namespace {

ExpressionPtr clone_if(const ExpressionPtr& expression) {
  return expression == nullptr ? nullptr : clone(*expression);
}

std::unique_ptr<Comprehension> clone_loop(const Comprehension& loop) {
  auto copy = std::make_unique<Comprehension>();
  copy->variable = loop.variable;
  copy->second_variable = loop.second_variable;
  copy->accumulator = loop.accumulator;
  copy->range = clone_if(loop.range);
  copy->start = clone_if(loop.start);
  copy->condition = clone_if(loop.condition);
  copy->step = clone_if(loop.step);
  copy->result = clone_if(loop.result);
  return copy;
}

}  // namespace

ExpressionPtr clone(const Expression& expression) {
  auto copy = std::make_unique<Expression>();
  copy->kind = expression.kind;
  copy->offset = expression.offset;
  copy->name = expression.name;
  copy->literal = expression.literal;
  copy->target = clone_if(expression.target);
  for (const ExpressionPtr& argument : expression.arguments) {
    copy->arguments.push_back(clone(*argument));
  }
  for (const Entry& entry : expression.entries) {
    copy->entries.push_back({.key = clone_if(entry.key),
                             .field = entry.field,
                             .value = clone_if(entry.value),
                             .optional = entry.optional,
                             .offset = entry.offset});
  }
  if (expression.loop != nullptr) {
    copy->loop = clone_loop(*expression.loop);
  }
  copy->presence_test = expression.presence_test;
  copy->takes = expression.takes;
  return copy;
}

}  // namespace sluice::cel
