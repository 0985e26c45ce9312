// SPDX-License-Identifier: Apache-2.0
// The expansions are observable through costs and error messages, so they have cel-go's shape.
#include "cel/macros.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sluice::cel {
namespace {

constexpr std::string_view kAccumulator = "@result";
constexpr std::size_t kMaxCopied = 5000;

// Makes nodes at the place of the macro's call.
class Expansion {
 public:
  Expansion(Expression& call, std::vector<Issue>& issues) : call_(call), issues_(issues) {}

  ExpressionPtr literal(Value value) const {
    auto node = make(Expression::Kind::kLiteral);
    node->literal = std::move(value);
    return node;
  }

  ExpressionPtr identifier(std::string_view name) const {
    auto node = make(Expression::Kind::kIdentifier);
    node->name = name;
    return node;
  }

  ExpressionPtr accumulator(bool takes = false) const {
    auto node = identifier(kAccumulator);
    node->takes = takes;
    return node;
  }

  ExpressionPtr call(std::string_view name, ExpressionPtr a = nullptr, ExpressionPtr b = nullptr,
                     ExpressionPtr c = nullptr) const {
    auto node = make(Expression::Kind::kCall);
    node->name = name;
    for (ExpressionPtr* argument : {&a, &b, &c}) {
      if (*argument != nullptr) {
        node->arguments.push_back(std::move(*argument));
      }
    }
    return node;
  }

  ExpressionPtr member_call(std::string_view name, ExpressionPtr target,
                            ExpressionPtr argument = nullptr) const {
    auto node = call(name, std::move(argument));
    node->target = std::move(target);
    return node;
  }

  ExpressionPtr list(ExpressionPtr item = nullptr) const {
    auto node = make(Expression::Kind::kList);
    if (item != nullptr) {
      node->entries.push_back({.value = std::move(item)});
    }
    return node;
  }

  ExpressionPtr empty_map() const { return make(Expression::Kind::kMap); }

  ExpressionPtr loop(Comprehension loop) const {
    auto node = make(Expression::Kind::kComprehension);
    node->loop = std::make_unique<Comprehension>(std::move(loop));
    return node;
  }

  ExpressionPtr make(Expression::Kind kind) const {
    auto node = std::make_unique<Expression>();
    node->kind = kind;
    node->offset = call_.offset;
    return node;
  }

  ExpressionPtr argument(std::size_t index) { return std::move(call_.arguments[index]); }
  ExpressionPtr last_argument() { return std::move(call_.arguments.back()); }
  ExpressionPtr target() { return std::move(call_.target); }
  const Expression& call_node() const { return call_; }

  std::nullptr_t fail(const Expression& at, std::string message) {
    issues_.push_back({at.offset, std::move(message)});
    return nullptr;
  }

  // The name of the variable that an argument introduces.
  bool variable(std::size_t index, std::string_view complaint, std::string& name) {
    const Expression& argument = *call_.arguments[index];
    if (argument.kind != Expression::Kind::kIdentifier) {
      fail(argument, std::string(complaint));
      return false;
    }
    if (argument.name == kAccumulator || argument.name == "__result__") {
      fail(argument, "iteration variable overwrites accumulator variable");
      return false;
    }
    name = argument.name;
    return true;
  }

 private:
  Expression& call_;
  std::vector<Issue>& issues_;
};

ExpressionPtr expand_has(Expansion& expansion) {
  const Expression& argument = *expansion.call_node().arguments[0];
  if (argument.kind != Expression::Kind::kSelect || argument.presence_test) {
    return expansion.fail(argument, "invalid argument to has() macro");
  }
  ExpressionPtr test = expansion.argument(0);
  test->presence_test = true;
  test->offset = expansion.call_node().offset;
  return test;
}

// One or two variables, by how many arguments come before the last.
bool loop_variables(Expansion& expansion, bool two, std::string_view complaint,
                    Comprehension& loop) {
  if (!expansion.variable(0, complaint, loop.variable)) {
    return false;
  }
  if (two && !expansion.variable(1, complaint, loop.second_variable)) {
    return false;
  }
  if (two && loop.variable == loop.second_variable) {
    expansion.fail(*expansion.call_node().arguments[1],
                   "duplicate variable name: " + loop.variable);
    return false;
  }
  loop.accumulator = kAccumulator;
  return true;
}

ExpressionPtr expand_quantifier(Expansion& expansion) {
  const std::string& name = expansion.call_node().name;
  Comprehension loop;
  if (!loop_variables(expansion, expansion.call_node().arguments.size() == 3,
                      "argument must be a simple name", loop)) {
    return nullptr;
  }
  ExpressionPtr predicate = expansion.last_argument();
  loop.range = expansion.target();
  loop.result = expansion.accumulator();
  if (name == "all") {
    loop.start = expansion.literal(Value(true));
    loop.condition = expansion.call("@not_strictly_false", expansion.accumulator());
    loop.step = expansion.call("_&&_", expansion.accumulator(), std::move(predicate));
  } else if (name == "exists") {
    loop.start = expansion.literal(Value(false));
    loop.condition =
        expansion.call("@not_strictly_false", expansion.call("!_", expansion.accumulator()));
    loop.step = expansion.call("_||_", expansion.accumulator(), std::move(predicate));
  } else {
    loop.start = expansion.literal(Value(std::int64_t{0}));
    loop.condition = expansion.literal(Value(true));
    loop.step = expansion.call(
        "_?_:_", std::move(predicate),
        expansion.call("_+_", expansion.accumulator(), expansion.literal(Value(std::int64_t{1}))),
        expansion.accumulator());
    loop.result =
        expansion.call("_==_", expansion.accumulator(), expansion.literal(Value(std::int64_t{1})));
  }
  return expansion.loop(std::move(loop));
}

// A loop whose step adds to the accumulator, where `filter`, if any, says so.
ExpressionPtr collecting_loop(Expansion& expansion, Comprehension loop, ExpressionPtr filter,
                              ExpressionPtr add) {
  loop.condition = expansion.literal(Value(true));
  loop.step = filter == nullptr ? std::move(add)
                                : expansion.call("_?_:_", std::move(filter), std::move(add),
                                                 expansion.accumulator());
  loop.result = expansion.accumulator();
  return expansion.loop(std::move(loop));
}

ExpressionPtr expand_map(Expansion& expansion) {
  Comprehension loop;
  if (!loop_variables(expansion, false, "argument is not an identifier", loop)) {
    return nullptr;
  }
  ExpressionPtr transform = expansion.last_argument();
  ExpressionPtr filter =
      expansion.call_node().arguments.size() == 3 ? expansion.argument(1) : nullptr;
  loop.range = expansion.target();
  loop.start = expansion.list();
  ExpressionPtr add =
      expansion.call("_+_", expansion.accumulator(true), expansion.list(std::move(transform)));
  return collecting_loop(expansion, std::move(loop), std::move(filter), std::move(add));
}

ExpressionPtr expand_filter(Expansion& expansion) {
  Comprehension loop;
  if (!loop_variables(expansion, false, "argument is not an identifier", loop)) {
    return nullptr;
  }
  ExpressionPtr item = expansion.argument(0);
  loop.range = expansion.target();
  loop.start = expansion.list();
  ExpressionPtr add =
      expansion.call("_+_", expansion.accumulator(true), expansion.list(std::move(item)));
  return collecting_loop(expansion, std::move(loop), expansion.last_argument(), std::move(add));
}

ExpressionPtr expand_transform(Expansion& expansion) {
  const std::string& name = expansion.call_node().name;
  Comprehension loop;
  if (!loop_variables(expansion, true, "argument must be a simple name", loop)) {
    return nullptr;
  }
  ExpressionPtr transform = expansion.last_argument();
  ExpressionPtr filter =
      expansion.call_node().arguments.size() == 4 ? expansion.argument(2) : nullptr;
  loop.range = expansion.target();
  ExpressionPtr add;
  if (name == "transformList") {
    loop.start = expansion.list();
    add = expansion.call("_+_", expansion.accumulator(true), expansion.list(std::move(transform)));
  } else {
    loop.start = expansion.empty_map();
    ExpressionPtr key =
        name == "transformMap" ? expansion.identifier(loop.variable) : std::move(transform);
    add = expansion.call("cel.@mapInsert", expansion.accumulator(true), std::move(key),
                         std::move(transform));
  }
  return collecting_loop(expansion, std::move(loop), std::move(filter), std::move(add));
}

// name = start; result. A loop that never runs is how CEL says "let".
ExpressionPtr binding(Expansion& expansion, std::string name, ExpressionPtr start,
                      ExpressionPtr result) {
  Comprehension loop;
  loop.variable = "#unused";
  loop.accumulator = name;
  loop.range = expansion.list();
  loop.start = std::move(start);
  loop.condition = expansion.literal(Value(false));
  loop.step = expansion.identifier(name);
  loop.result = std::move(result);
  return expansion.loop(std::move(loop));
}

// Whether the tree has more nodes than may be copied; nested macros double it each time.
bool is_large(const Expression& expression, std::size_t& left) {
  if (left == 0) {
    return true;
  }
  --left;
  const auto large = [&](const ExpressionPtr& node) {
    return node != nullptr && is_large(*node, left);
  };
  const auto large_entry = [&](const Entry& entry) {
    return large(entry.key) || large(entry.value);
  };
  const Comprehension* loop = expression.loop.get();
  return large(expression.target) ||
         std::any_of(expression.arguments.begin(), expression.arguments.end(), large) ||
         std::any_of(expression.entries.begin(), expression.entries.end(), large_entry) ||
         (loop != nullptr && (large(loop->range) || large(loop->start) || large(loop->condition) ||
                              large(loop->step) || large(loop->result)));
}

ExpressionPtr expand_optional_map(Expansion& expansion) {
  const std::string& macro = expansion.call_node().name;
  std::string name;
  if (!expansion.variable(0, macro + "() variable name must be a simple identifier", name)) {
    return nullptr;
  }
  std::size_t copies = kMaxCopied;
  if (is_large(*expansion.call_node().target, copies)) {
    return expansion.fail(expansion.call_node(), macro + "() is nested too deeply");
  }
  ExpressionPtr target = expansion.target();
  ExpressionPtr value = expansion.member_call("value", clone(*target));
  ExpressionPtr mapped =
      binding(expansion, std::move(name), std::move(value), expansion.argument(1));
  if (macro == "optMap") {
    mapped = expansion.call("optional.of", std::move(mapped));
  }
  return expansion.call("_?_:_", expansion.member_call("hasValue", std::move(target)),
                        std::move(mapped), expansion.call("optional.none"));
}

ExpressionPtr expand_sort_by(Expansion& expansion) {
  static constexpr std::string_view kInput = "@__sortBy_input__";
  const Expression& target = *expansion.call_node().target;
  if (target.kind == Expression::Kind::kLiteral || target.kind == Expression::Kind::kMap ||
      target.kind == Expression::Kind::kObject) {
    return expansion.fail(target,
                          "sortBy can only be applied to a list, identifier, comprehension, call "
                          "or select expression");
  }
  Comprehension loop;
  if (!loop_variables(expansion, false, "argument is not an identifier", loop)) {
    return nullptr;
  }
  loop.range = expansion.identifier(kInput);
  loop.start = expansion.list();
  ExpressionPtr add =
      expansion.call("_+_", expansion.accumulator(true), expansion.list(expansion.argument(1)));
  ExpressionPtr keys = collecting_loop(expansion, std::move(loop), nullptr, std::move(add));
  ExpressionPtr sorted =
      expansion.member_call("@sortByAssociatedKeys", expansion.identifier(kInput), std::move(keys));
  return binding(expansion, std::string(kInput), expansion.target(), std::move(sorted));
}

struct Macro {
  std::string_view name;
  std::size_t arguments;
  bool member;
  ExpressionPtr (*expand)(Expansion&);
};

constexpr std::array<Macro, 19> kMacros{{
    {"has", 1, false, expand_has},
    {"all", 2, true, expand_quantifier},
    {"all", 3, true, expand_quantifier},
    {"exists", 2, true, expand_quantifier},
    {"exists", 3, true, expand_quantifier},
    {"exists_one", 2, true, expand_quantifier},
    {"exists_one", 3, true, expand_quantifier},
    {"existsOne", 3, true, expand_quantifier},
    {"map", 2, true, expand_map},
    {"map", 3, true, expand_map},
    {"filter", 2, true, expand_filter},
    {"transformList", 3, true, expand_transform},
    {"transformList", 4, true, expand_transform},
    {"transformMap", 3, true, expand_transform},
    {"transformMap", 4, true, expand_transform},
    {"transformMapEntry", 3, true, expand_transform},
    {"transformMapEntry", 4, true, expand_transform},
    {"optMap", 2, true, expand_optional_map},
    {"optFlatMap", 2, true, expand_optional_map},
}};

// cel.bind(name, value, result), where the target is the namespace "cel".
bool is_bind(const Expression& call) {
  return call.name == "bind" && call.arguments.size() == 3 && call.target != nullptr &&
         call.target->kind == Expression::Kind::kIdentifier && call.target->name == "cel";
}

ExpressionPtr expand_bind(Expansion& expansion) {
  const Expression& name = *expansion.call_node().arguments[0];
  if (name.kind != Expression::Kind::kIdentifier) {
    return expansion.fail(name, "cel.bind() variable names must be simple identifiers");
  }
  return binding(expansion, name.name, expansion.argument(1), expansion.argument(2));
}

}  // namespace

ExpressionPtr expand_macro(ExpressionPtr call, bool binds, std::vector<Issue>& issues) {
  Expansion expansion(*call, issues);
  if (binds && is_bind(*call)) {
    return expand_bind(expansion);
  }
  if (call->name == "sortBy" && call->target != nullptr && call->arguments.size() == 2) {
    return expand_sort_by(expansion);
  }
  for (const Macro& macro : kMacros) {
    if (macro.name == call->name && macro.arguments == call->arguments.size() &&
        macro.member == (call->target != nullptr)) {
      return macro.expand(expansion);
    }
  }
  return call;
}

}  // namespace sluice::cel
