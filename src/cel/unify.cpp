// SPDX-License-Identifier: Apache-2.0
#include "cel/unify.h"

namespace sluice::cel {
namespace {

using Kind = Type::Kind;

bool nullable(const Type& type) {
  return type.is(Kind::kNull) || type.is(Kind::kObject) || type.is(Kind::kOpaque) ||
         type.is(Kind::kDuration) || type.is(Kind::kTimestamp) || type.is(Kind::kOptional);
}

// Kinds whose parameters decide.
bool is_composite(const Type& type) {
  return type.is(Kind::kList) || type.is(Kind::kMap) || type.is(Kind::kOptional);
}

bool equal_or_more_general(const Type& a, const Type& b) {
  if (a.is(Kind::kDyn) || a.is(Kind::kParam)) {
    return true;
  }
  if (b.is(Kind::kDyn) || b.is(Kind::kParam) || a.kind() != b.kind()) {
    return false;
  }
  if (a.is(Kind::kType)) {
    return true;
  }
  if (!is_composite(a)) {
    return a == b;
  }
  for (std::size_t i = 0; i < a.parameters().size(); ++i) {
    if (!equal_or_more_general(a.parameters()[i], b.parameters()[i])) {
      return false;
    }
  }
  return true;
}

}  // namespace

const Type& most_general(const Type& a, const Type& b) {
  return equal_or_more_general(a, b) ? a : b;
}

bool Substitution::assignable(const Type& a, const Type& b) {
  return assignable(std::span(&a, 1), std::span(&b, 1));
}

bool Substitution::assignable(std::span<const Type> a, std::span<const Type> b) {
  if (a.size() != b.size()) {
    return false;
  }
  const std::size_t mark = log_.size();
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!unify(a[i], b[i])) {
      roll_back(mark);
      return false;
    }
  }
  return true;
}

bool Substitution::unify(const Type& a, const Type& b) {
  if (b.is(Kind::kParam)) {
    bool known = false;
    if (substitutes(a, b, known)) {
      return true;
    }
    if (known) {
      return false;
    }
  }
  if (a.is(Kind::kParam)) {
    bool known = false;
    return substitutes(b, a, known);
  }
  if (a.is_dyn_or_error() || b.is_dyn_or_error()) {
    return true;
  }
  if (a.is(Kind::kNull)) {
    return nullable(b);
  }
  if (b.is(Kind::kNull)) {
    return nullable(a);
  }
  if (a.kind() != b.kind()) {
    return false;
  }
  if (a.is(Kind::kType)) {
    return true;
  }
  return is_composite(a) ? unify_parameters(a.parameters(), b.parameters()) : a == b;
}

bool Substitution::unify_parameters(const std::vector<Type>& a, const std::vector<Type>& b) {
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (!unify(a[i], b[i])) {
      return false;
    }
  }
  return a.size() == b.size();
}

// Whether the parameter can stand for `a`; `known` says that it is already bound.
bool Substitution::substitutes(const Type& a, const Type& param, bool& known) {
  known = true;
  if (a == param) {
    return true;
  }
  if (const auto found = bindings_.find(param.name()); found != bindings_.end()) {
    const Type bound = found->second;
    if (a == bound) {
      return true;
    }
    if (!unify(a, bound)) {
      return false;
    }
    const Type& general = most_general(a, bound);
    if (!occurs(param, general)) {
      bind(param, general);
    }
    return true;
  }
  known = false;
  if (occurs(param, a)) {
    return false;
  }
  bind(param, a);
  return true;
}

bool Substitution::occurs(const Type& param, const Type& within) const {
  if (param == within) {
    return true;
  }
  if (within.is(Kind::kParam)) {
    const auto found = bindings_.find(within.name());
    return found != bindings_.end() && occurs(param, found->second);
  }
  for (const Type& parameter : within.parameters()) {
    if (occurs(param, parameter)) {
      return true;
    }
  }
  return false;
}

void Substitution::bind(const Type& param, const Type& type) {
  const auto found = bindings_.find(param.name());
  log_.emplace_back(param.name(),
                    found == bindings_.end() ? std::nullopt : std::optional<Type>(found->second));
  bindings_[param.name()] = type;
}

void Substitution::roll_back(std::size_t mark) {
  while (log_.size() > mark) {
    auto& [name, before] = log_.back();
    if (before) {
      bindings_[name] = *before;
    } else {
      bindings_.erase(name);
    }
    log_.pop_back();
  }
}

Type Substitution::apply(const Type& type, bool unknown_to_dyn) const {
  switch (type.kind()) {
    case Kind::kParam: {
      const auto found = bindings_.find(type.name());
      if (found != bindings_.end()) {
        return apply(found->second, unknown_to_dyn);
      }
      return unknown_to_dyn ? Type() : type;
    }
    case Kind::kList:
      return Type::list(apply(type.parameters()[0], unknown_to_dyn), type.list_semantics(),
                        type.list_keys());
    case Kind::kMap:
      return Type::map(apply(type.parameters()[0], unknown_to_dyn),
                       apply(type.parameters()[1], unknown_to_dyn));
    case Kind::kOptional:
      return Type::optional(apply(type.parameters()[0], unknown_to_dyn));
    case Kind::kType:
      return Type::type_of(apply(type.parameters()[0], unknown_to_dyn));
    default:
      return type;
  }
}

Type Substitution::fresh() {
  return Type::param("_var" + std::to_string(next_++));
}

}  // namespace sluice::cel
