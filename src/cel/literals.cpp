// SPDX-License-Identifier: Apache-2.0
#include "cel/literals.h"

#include <algorithm>
#include <optional>

#include "cel/functions/function.h"
#include "cel/functions/regex.h"
#include "cel/time.h"
#include "cel/value_map.h"

namespace sluice::cel {
namespace {

using Kind = Expression::Kind;

template <class Visit>
void for_each_child(Expression& e, Visit visit) {
  if (e.target != nullptr) {
    visit(*e.target);
  }
  for (const ExpressionPtr& argument : e.arguments) {
    visit(*argument);
  }
  for (const Entry& entry : e.entries) {
    if (entry.key != nullptr) {
      visit(*entry.key);
    }
    visit(*entry.value);
  }
  if (e.loop != nullptr) {
    visit(*e.loop->range);
    visit(*e.loop->start);
    visit(*e.loop->condition);
    visit(*e.loop->step);
    visit(*e.loop->result);
  }
}

const Expression* string_literal(const Expression& e) {
  return e.kind == Kind::kLiteral && e.literal.is(Value::Kind::kString) ? &e : nullptr;
}

// Where a call has its pattern, if it takes one.
Expression* pattern_of(Expression& e) {
  const bool takes_pattern = e.name == "matches" || e.name == "find" || e.name == "findAll";
  if (e.kind != Kind::kCall || !takes_pattern || e.overloads.empty()) {
    return nullptr;
  }
  return e.arguments[e.target == nullptr ? 1 : 0].get();
}

class LiteralChecker {
 public:
  explicit LiteralChecker(std::vector<Issue>& issues) : issues_(issues) {}

  // `exempt`: below a call of format, whose list may mix types.
  void visit(Expression& e, bool exempt) {
    if (e.kind == Kind::kCall) {
      check_call(e);
      exempt = exempt || e.name == "format";
    } else if ((e.kind == Kind::kList || e.kind == Kind::kMap) && !exempt) {
      check_types(e);
    }
    for_each_child(e, [&](Expression& child) { visit(child, exempt); });
  }

 private:
  void check_call(Expression& e) {
    const Expression* argument = e.arguments.empty() ? nullptr : string_literal(*e.arguments[0]);
    if (e.name == "duration" && argument != nullptr &&
        !parse_duration(argument->literal.as_string())) {
      issues_.push_back({argument->offset, "invalid duration argument"});
    }
    if (e.name == "timestamp" && argument != nullptr &&
        !parse_timestamp(argument->literal.as_string())) {
      issues_.push_back({argument->offset, "invalid timestamp argument"});
    }
    Expression* pattern = e.name == "matches" ? pattern_of(e) : nullptr;
    if (pattern != nullptr && string_literal(*pattern) != nullptr &&
        !compile_regex(pattern->literal.as_string())) {
      issues_.push_back({pattern->offset, "invalid matches argument"});
    }
  }

  static Type type_of(const Entry& entry) {
    const Type& type = entry.value->type;
    return entry.optional && type.is(Type::Kind::kOptional) ? type.parameters()[0] : type;
  }

  bool same(const Expression& at, const Type& expected, const Type& found) {
    if (expected == found) {
      return true;
    }
    issues_.push_back({at.offset, "expected type '" + expected.to_string() + "' but found '" +
                                      found.to_string() + "'"});
    return false;
  }

  void check_types(const Expression& e) {
    for (std::size_t i = 1; i < e.entries.size(); ++i) {
      const Entry& first = e.entries[0];
      const Entry& entry = e.entries[i];
      if ((e.kind == Kind::kMap && !same(*entry.key, first.key->type, entry.key->type)) ||
          !same(*entry.value, type_of(first), type_of(entry))) {
        return;
      }
    }
  }

  std::vector<Issue>& issues_;
};

bool all_literals(const Expression& e) {
  return std::all_of(e.entries.begin(), e.entries.end(), [](const Entry& entry) {
    return !entry.optional && entry.value->kind == Kind::kLiteral &&
           (entry.key == nullptr || entry.key->kind == Kind::kLiteral);
  });
}

void become_literal(Expression& e, Value value) {
  e.kind = Kind::kLiteral;
  e.literal = std::move(value);
  e.entries.clear();
  e.arguments.clear();
  e.overloads.clear();
}

void fold_list(Expression& e) {
  std::vector<Value> items;
  for (const Entry& entry : e.entries) {
    items.push_back(entry.value->literal);
  }
  become_literal(e, Value::list(std::move(items)));
}

// Maps with keys that are repeated or are none stay, so that evaluating them says so.
void fold_map(Expression& e) {
  auto map = std::make_shared<ValueMap>();
  for (const Entry& entry : e.entries) {
    if (!ValueMap::can_be_key(entry.key->literal) ||
        !map->insert(entry.key->literal, entry.value->literal)) {
      return;
    }
  }
  become_literal(e, Value(MapPtr(std::move(map))));
}

bool is_conversion(const Expression& e) {
  static constexpr std::string_view kConversions[] = {
      "bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint"};
  return e.kind == Kind::kCall && e.target == nullptr && e.arguments.size() == 1 &&
         e.arguments[0]->kind == Kind::kLiteral &&
         std::find(std::begin(kConversions), std::end(kConversions), e.name) !=
             std::end(kConversions);
}

Result<void> fold_conversion(Expression& e) {
  Value argument = e.arguments[0]->literal;
  for (const Overload* overload : e.overloads) {
    if (accepts(overload->parameters[0], argument)) {
      Value value = overload->function({.values = std::span(&argument, 1)});
      if (value.is_error()) {
        return fail(Code::kInvalid, "program instantiation failed: " + value.error_message());
      }
      become_literal(e, std::move(value));
      return {};
    }
  }
  return {};
}

// Membership in a literal list of plain values is looked up in a table, upstream says, and free.
void fold_membership(Expression& e) {
  if (e.overloads.size() != 1 || e.overloads[0]->id != "in_list" ||
      e.arguments[1]->kind != Kind::kLiteral) {
    return;
  }
  const List& list = e.arguments[1]->literal.as_list();
  if (list.size() == 0) {
    return become_literal(e, Value(false));
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Value item = list.at(i);
    if (!item.is_number() && !item.is(Value::Kind::kBool) && !item.is(Value::Kind::kString)) {
      return;
    }
  }
  e.constant_members = true;
}

}  // namespace

void check_literals(Expression& tree, std::vector<Issue>& issues) {
  LiteralChecker(issues).visit(tree, false);
}

Result<void> fold_literals(Expression& e) {
  Result<void> result;
  for_each_child(e, [&](Expression& child) {
    if (result) {
      result = fold_literals(child);
    }
  });
  TRY(result);
  if (e.kind == Kind::kList && all_literals(e)) {
    fold_list(e);
  } else if (e.kind == Kind::kMap && all_literals(e)) {
    fold_map(e);
  } else if (is_conversion(e)) {
    return fold_conversion(e);
  } else if (e.kind == Kind::kCall && e.name == "@in") {
    fold_membership(e);
  }
  Expression* pattern = pattern_of(e);
  if (pattern != nullptr && string_literal(*pattern) != nullptr) {
    auto regex = compile_regex(pattern->literal.as_string());
    if (!regex) {
      return fail(Code::kInvalid, "program instantiation failed: " + regex.error().message);
    }
    e.regex = *std::move(regex);
  }
  return {};
}

}  // namespace sluice::cel
