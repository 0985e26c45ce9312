// SPDX-License-Identifier: Apache-2.0
#include "cel/program.h"

#include <algorithm>

#include "cel/checker.h"
#include "cel/estimator.h"
#include "cel/evaluator.h"
#include "cel/expression.h"
#include "cel/literals.h"
#include "cel/parser.h"

namespace sluice::cel {

struct Program::Parts {
  ExpressionPtr tree;
  std::vector<std::string> variables;
  std::size_t locals = 0;
  std::optional<Range> estimated_cost;
};

namespace {

bool mentions(const Expression& e, std::string_view variable) {
  const auto inside = [&](const ExpressionPtr& child) {
    return child != nullptr && mentions(*child, variable);
  };
  if (e.kind == Expression::Kind::kIdentifier && e.is_global && e.name == variable) {
    return true;
  }
  const Comprehension* loop = e.loop.get();
  return inside(e.target) || std::any_of(e.arguments.begin(), e.arguments.end(), inside) ||
         std::any_of(
             e.entries.begin(), e.entries.end(),
             [&](const Entry& entry) { return inside(entry.key) || inside(entry.value); }) ||
         (loop != nullptr &&
          (inside(loop->range) || inside(loop->start) || inside(loop->condition) ||
           inside(loop->step) || inside(loop->result)));
}

}  // namespace

void Bindings::set(std::string name, Value value) {
  values_.emplace_back(std::move(name), std::move(value));
}

const Value* Bindings::find(std::string_view name) const {
  const auto found = std::find_if(values_.begin(), values_.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  return found == values_.end() ? nullptr : &found->second;
}

const Type& Program::type() const {
  return parts_->tree->type;
}

bool Program::uses(std::string_view variable) const {
  return mentions(*parts_->tree, variable);
}

const std::optional<Range>& Program::estimated_cost() const {
  return parts_->estimated_cost;
}

Evaluation Program::eval(const Bindings& bindings, std::uint64_t cost_limit) const {
  std::vector<const Value*> globals;
  globals.reserve(parts_->variables.size());
  for (const std::string& name : parts_->variables) {
    globals.push_back(bindings.find(name));
  }
  Evaluator evaluator({.globals = globals, .locals = parts_->locals, .cost_limit = cost_limit});
  Value value = evaluator.eval(*parts_->tree);
  if (evaluator.is_over_limit()) {
    return {fail(Code::kCancelled, "operation cancelled: actual cost limit exceeded"),
            evaluator.cost()};
  }
  if (value.is_error()) {
    return {fail(Code::kInvalid, value.error_message()), evaluator.cost()};
  }
  return {std::move(value), evaluator.cost()};
}

Result<Program> compile(std::string_view expression, const Declarations& declarations) {
  std::vector<Issue> issues;
  auto parts = std::make_shared<Program::Parts>();
  parts->tree = parse(expression, declarations.binds, issues);
  if (parts->tree != nullptr) {
    parts->locals = check(*parts->tree, declarations, issues);
  }
  if (issues.empty()) {
    check_literals(*parts->tree, issues);
  }
  if (!issues.empty()) {
    return fail(Code::kInvalid, describe(expression, std::move(issues)));
  }
  if (declarations.sizes) {
    parts->estimated_cost = estimate_cost(*parts->tree, declarations.sizes);
  }
  TRY(fold_literals(*parts->tree));
  for (const Declarations::Variable& variable : declarations.variables) {
    parts->variables.push_back(variable.name);
  }
  return Program(std::move(parts));
}

}  // namespace sluice::cel
