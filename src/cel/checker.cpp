// SPDX-License-Identifier: Apache-2.0
// Type inference as in cel-go: types unify as the tree is walked from the leaves up, parameters of
// generic functions become fresh variables at each call, and errors stand for types that fit
// everywhere, so that one mistake is reported once.
#include "cel/checker.h"

#include <algorithm>
#include <optional>

#include "cel/functions/function.h"
#include "cel/unify.h"

namespace sluice::cel {
namespace {

using Kind = Expression::Kind;
using TypeKind = Type::Kind;

struct NamedType {
  std::string_view name;
  std::string_view type;
};
constexpr NamedType kTypeNames[] = {
    {"bool", "bool"},
    {"bytes", "bytes"},
    {"double", "double"},
    {"int", "int"},
    {"list", "list(dyn)"},
    {"map", "map(dyn, dyn)"},
    {"null_type", "null"},
    {"string", "string"},
    {"type", "type"},
    {"uint", "uint"},
    {"optional_type", "optional(dyn)"},
    {"google.protobuf.Timestamp", "timestamp"},
    {"google.protobuf.Duration", "duration"},
    {"kubernetes.Quantity", "kubernetes.Quantity"},
    {"kubernetes.URL", "kubernetes.URL"},
    {"kubernetes.Semver", "kubernetes.Semver"},
    {"kubernetes.NamedFormat", "kubernetes.NamedFormat"},
    {"net.IP", "net.IP"},
    {"net.CIDR", "net.CIDR"},
};

// "a.b.c" for selections of names only.
std::optional<std::string> qualified_name(const Expression& expression) {
  if (expression.kind == Kind::kIdentifier) {
    return expression.name;
  }
  if (expression.kind != Kind::kSelect || expression.presence_test) {
    return std::nullopt;
  }
  const auto prefix = qualified_name(*expression.target);
  return prefix ? std::optional<std::string>(*prefix + "." + expression.name) : std::nullopt;
}

const Expression& innermost(const Expression& expression) {
  return expression.kind == Kind::kSelect ? innermost(*expression.target) : expression;
}

class Checker {
 public:
  Checker(const Declarations& declarations, std::vector<Issue>& issues)
      : declarations_(declarations), issues_(issues) {}

  std::size_t run(Expression& tree) {
    check(tree);
    if (!substitution_.assignable(declarations_.result, tree.type)) {
      report(tree, "expected type '" + declarations_.result.to_string() + "' but found '" +
                       show(tree.type) + "'");
    }
    resolve(tree);
    return most_locals_;
  }

 private:
  struct Local {
    std::string name;
    Type type;
  };

  void report(const Expression& at, std::string message) {
    issues_.push_back({at.offset, std::move(message)});
  }

  std::string show(const Type& type) const { return substitution_.apply(type, true).to_string(); }

  void check(Expression& e) {
    switch (e.kind) {
      case Kind::kLiteral:
        e.type = e.literal.type();
        return;
      case Kind::kIdentifier:
        return check_identifier(e);
      case Kind::kSelect:
        return check_select(e);
      case Kind::kCall:
        return check_call(e);
      case Kind::kList:
        return check_list(e);
      case Kind::kMap:
        return check_map(e);
      case Kind::kObject:
        return check_object(e);
      case Kind::kComprehension:
        return check_comprehension(e);
    }
  }

  bool is_local(std::string_view name) const {
    return std::any_of(locals_.begin(), locals_.end(),
                       [&](const Local& local) { return local.name == name; });
  }

  bool resolve_local(Expression& e, std::string_view name) {
    for (std::size_t i = locals_.size(); i > 0; --i) {
      if (locals_[i - 1].name == name) {
        e.type = locals_[i - 1].type;
        e.slot = i - 1;
        return true;
      }
    }
    return false;
  }

  // A declared variable, or the name of a type, which becomes a literal.
  bool resolve_global(Expression& e, std::string_view name) {
    const auto& variables = declarations_.variables;
    const auto variable =
        std::find_if(variables.begin(), variables.end(),
                     [&](const Declarations::Variable& v) { return v.name == name; });
    if (variable != variables.end()) {
      e.kind = Kind::kIdentifier;
      e.name = name;
      e.type = variable->type;
      e.is_global = true;
      e.slot = static_cast<std::size_t>(variable - variables.begin());
      return true;
    }
    const auto type = std::find_if(std::begin(kTypeNames), std::end(kTypeNames),
                                   [&](const NamedType& named) { return named.name == name; });
    if (type == std::end(kTypeNames)) {
      return false;
    }
    e.kind = Kind::kLiteral;
    e.literal = Value(parse_type(type->type));
    e.type = Type::type_of(parse_type(type->type));
    return true;
  }

  void check_identifier(Expression& e) {
    const bool absolute = e.name.front() == '.';
    const std::string name = absolute ? e.name.substr(1) : e.name;
    if ((!absolute && resolve_local(e, name)) || resolve_global(e, name)) {
      return;
    }
    report(e, "undeclared reference to '" + e.name + "' (in container '')");
    e.type = Type(TypeKind::kError);
  }

  void check_select(Expression& e) {
    const auto name = qualified_name(e);
    if (name && !is_local(innermost(e).name) &&
        resolve_global(e, name->front() == '.' ? name->substr(1) : *name)) {
      return;
    }
    const Type field = select_field(e, *e.target, e.name, false);
    e.type = e.presence_test ? Type(TypeKind::kBool) : substitution_.apply(field);
  }

  Type select_field(const Expression& at, Expression& operand, const std::string& field,
                    bool optional) {
    check(operand);
    const Type operand_type = substitution_.apply(operand.type);
    const bool unwraps = operand_type.is(TypeKind::kOptional);
    const Type target = unwraps ? operand_type.parameters()[0] : operand_type;
    Type result;
    switch (target.kind()) {
      case TypeKind::kMap:
        result = target.parameters()[1];
        break;
      case TypeKind::kObject:
        result = object_field(at, target.object_type(), field);
        break;
      case TypeKind::kParam:
        substitution_.assignable(Type(), target);
        break;
      default:
        if (!target.is_dyn_or_error()) {
          report(at, "type '" + show(target) + "' does not support field selection");
        }
    }
    return unwraps || optional ? Type::optional(result) : result;
  }

  Type object_field(const Expression& at, const ObjectType& type, const std::string& name) {
    if (type.is_open()) {
      return Type();
    }
    const ObjectType::Field* field = type.find(name);
    if (field == nullptr) {
      report(at, "undefined field '" + name + "'");
      return Type(TypeKind::kError);
    }
    return field->type;
  }

  void check_call(Expression& e) {
    if (e.name == "_?._") {
      e.type = substitution_.apply(
          select_field(e, *e.arguments[0], std::string(e.arguments[1]->literal.as_string()), true));
      check(*e.arguments[1]);
      return;
    }
    for (const ExpressionPtr& argument : e.arguments) {
      check(*argument);
    }
    if (e.name == "_&&_" || e.name == "_||_") {
      return check_logic(e);
    }
    if (e.target != nullptr) {
      const auto prefix = qualified_name(*e.target);
      if (prefix && !find_overloads(*prefix + "." + e.name).empty()) {
        e.name = *prefix + "." + e.name;
        e.target.reset();
      } else {
        check(*e.target);
      }
    }
    const std::string name = e.name.front() == '.' ? e.name.substr(1) : e.name;
    const std::vector<Overload>& overloads = find_overloads(name);
    if (overloads.empty()) {
      report(e, "undeclared reference to '" + e.name + "' (in container '')");
      e.type = Type(TypeKind::kError);
      return;
    }
    e.name = name;
    resolve_overloads(e, overloads);
  }

  void check_logic(Expression& e) {
    e.type = Type(TypeKind::kBool);
    for (const ExpressionPtr& argument : e.arguments) {
      if (!substitution_.assignable(argument->type, Type(TypeKind::kBool))) {
        report(*argument, "expected type 'bool' but found '" + show(argument->type) + "'");
        e.type = Type(TypeKind::kError);
      }
    }
  }

  void resolve_overloads(Expression& e, const std::vector<Overload>& overloads) {
    std::vector<Type> arguments;
    if (e.target != nullptr) {
      arguments.push_back(e.target->type);
    }
    for (const ExpressionPtr& argument : e.arguments) {
      arguments.push_back(argument->type);
    }
    std::optional<Type> result;
    for (const Overload& overload : overloads) {
      if (overload.member != (e.target != nullptr)) {
        continue;
      }
      const Overload fresh = instantiate(overload);
      if (!substitution_.assignable(arguments, fresh.parameters)) {
        continue;
      }
      e.overloads.push_back(&overload);
      const Type found = substitution_.apply(fresh.result);
      if (!result) {
        result = found;
      } else if (!result->is(TypeKind::kDyn) && found != *result) {
        result = Type();
      }
    }
    if (!result) {
      report(e, "found no matching overload for '" + e.name + "' applied to '" +
                    signature(arguments, e.target != nullptr) + "'");
    }
    e.type = result.value_or(Type(TypeKind::kError));
  }

  std::string signature(const std::vector<Type>& arguments, bool member) const {
    std::string text = member ? show(arguments[0]) + ".(" : "(";
    for (std::size_t i = member ? 1 : 0; i < arguments.size(); ++i) {
      text += (text.back() == '(' ? "" : ", ") + show(arguments[i]);
    }
    return text + ")";
  }

  // With fresh variables for its type parameters.
  Overload instantiate(const Overload& overload) {
    std::map<std::string, Type> renamed;
    Overload fresh{.parameters = {}, .result = Type()};
    for (const Type& parameter : overload.parameters) {
      fresh.parameters.push_back(rename(parameter, renamed));
    }
    fresh.result = rename(overload.result, renamed);
    return fresh;
  }

  Type rename(const Type& type, std::map<std::string, Type>& renamed) {
    switch (type.kind()) {
      case TypeKind::kParam: {
        const auto found = renamed.find(type.name());
        return found != renamed.end()
                   ? found->second
                   : renamed.emplace(type.name(), substitution_.fresh()).first->second;
      }
      case TypeKind::kList:
        return Type::list(rename(type.parameters()[0], renamed));
      case TypeKind::kMap: {
        const Type key = rename(type.parameters()[0], renamed);
        return Type::map(key, rename(type.parameters()[1], renamed));
      }
      case TypeKind::kOptional:
        return Type::optional(rename(type.parameters()[0], renamed));
      case TypeKind::kType:
        return Type::type_of(rename(type.parameters()[0], renamed));
      default:
        return type;
    }
  }

  // The type of an entry: of its content, for "?" entries.
  Type entry_type(const Entry& entry) {
    Type type = entry.value->type;
    if (!entry.optional) {
      return type;
    }
    Type known = substitution_.apply(type);
    if (known.is(TypeKind::kOptional)) {
      return known.parameters()[0];
    }
    if (!known.is_dyn_or_error()) {
      report(*entry.value, "expected type '" + Type::optional(known).to_string() + "' but found '" +
                               show(known) + "'");
    }
    return known;
  }

  void join(std::optional<Type>& joined, const Type& type) {
    if (!joined) {
      joined = type;
    } else {
      joined = substitution_.assignable(*joined, type) ? most_general(*joined, type) : Type();
    }
  }

  void check_list(Expression& e) {
    std::optional<Type> element;
    for (const Entry& entry : e.entries) {
      check(*entry.value);
      join(element, entry_type(entry));
    }
    e.type = Type::list(element ? *element : substitution_.fresh());
  }

  void check_map(Expression& e) {
    std::optional<Type> key;
    std::optional<Type> value;
    for (const Entry& entry : e.entries) {
      check(*entry.key);
      join(key, entry.key->type);
      check(*entry.value);
      join(value, entry_type(entry));
    }
    const Type key_type = key ? *key : substitution_.fresh();
    e.type = Type::map(key_type, value ? *value : substitution_.fresh());
  }

  void check_object(Expression& e) {
    const std::string name = e.name.front() == '.' ? e.name.substr(1) : e.name;
    const auto type = declarations_.find_type ? declarations_.find_type(name) : nullptr;
    if (type == nullptr) {
      report(e, "undeclared reference to '" + e.name + "' (in container '')");
      e.type = Type(TypeKind::kError);
      for (const Entry& entry : e.entries) {
        check(*entry.value);
      }
      return;
    }
    e.type = Type::object(type);
    for (const Entry& entry : e.entries) {
      check(*entry.value);
      Expression at;
      at.offset = entry.offset;
      const Type field = object_field(at, *type, entry.field);
      const Type value = entry_type(entry);
      if (!substitution_.assignable(field, value)) {
        report(at, "expected type of field '" + entry.field + "' is '" + show(field) +
                       "' but provided type is '" + show(value) + "'");
      }
    }
  }

  struct LoopTypes {
    Type first;
    Type second;
  };

  LoopTypes loop_types(const Expression& range, bool two) {
    const Type type = substitution_.apply(range.type);
    switch (type.kind()) {
      case TypeKind::kList:
        return two ? LoopTypes{Type(TypeKind::kInt), type.parameters()[0]}
                   : LoopTypes{type.parameters()[0], Type()};
      case TypeKind::kMap:
        return {type.parameters()[0], type.parameters()[1]};
      case TypeKind::kDyn:
      case TypeKind::kError:
      case TypeKind::kParam:
        substitution_.assignable(Type(), type);
        return {};
      default:
        report(range, "expression of type '" + show(type) +
                          "' cannot be range of a comprehension (must be list, map, or dynamic)");
        return {Type(TypeKind::kError), Type(TypeKind::kError)};
    }
  }

  void check_comprehension(Expression& e) {
    Comprehension& loop = *e.loop;
    check(*loop.range);
    check(*loop.start);
    const bool two = !loop.second_variable.empty();
    const LoopTypes types = loop_types(*loop.range, two);
    const std::size_t outer = locals_.size();
    e.slot = outer;
    locals_.push_back({loop.accumulator, loop.start->type});
    locals_.push_back({loop.variable, types.first});
    if (two) {
      locals_.push_back({loop.second_variable, types.second});
    }
    most_locals_ = std::max(most_locals_, locals_.size());
    check(*loop.condition);
    assert_type(*loop.condition, Type(TypeKind::kBool));
    check(*loop.step);
    assert_type(*loop.step, loop.start->type);
    locals_.resize(outer + 1);
    check(*loop.result);
    locals_.resize(outer);
    e.type = substitution_.apply(loop.result->type);
  }

  void assert_type(const Expression& e, const Type& type) {
    if (!substitution_.assignable(type, e.type)) {
      report(e, "expected type '" + show(type) + "' but found '" + show(e.type) + "'");
    }
  }

  // What was learnt later holds for nodes checked before.
  void resolve(Expression& e) {
    e.type = substitution_.apply(e.type, true);
    if (e.target != nullptr) {
      resolve(*e.target);
    }
    for (const ExpressionPtr& argument : e.arguments) {
      resolve(*argument);
    }
    for (const Entry& entry : e.entries) {
      if (entry.key != nullptr) {
        resolve(*entry.key);
      }
      resolve(*entry.value);
    }
    if (e.loop != nullptr) {
      for (const ExpressionPtr* part :
           {&e.loop->range, &e.loop->start, &e.loop->condition, &e.loop->step, &e.loop->result}) {
        resolve(**part);
      }
    }
  }

  const Declarations& declarations_;
  std::vector<Issue>& issues_;
  Substitution substitution_;
  std::vector<Local> locals_;
  std::size_t most_locals_ = 0;
};

}  // namespace

std::size_t check(Expression& tree, const Declarations& declarations, std::vector<Issue>& issues) {
  return Checker(declarations, issues).run(tree);
}

}  // namespace sluice::cel
