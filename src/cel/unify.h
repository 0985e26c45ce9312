// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cel/type.h"

namespace sluice::cel {

// What the checker has found out so far about type parameters. Not thread-safe.
class Substitution {
 public:
  // Whether a value of one type may stand where the other is wanted; type parameters are bound
  // as needed. Nothing changes when the answer is no.
  bool assignable(const Type& a, const Type& b);
  bool assignable(std::span<const Type> a, std::span<const Type> b);

  // With all known parameters replaced; unknown ones stay, or become dyn.
  Type apply(const Type& type, bool unknown_to_dyn = false) const;

  Type fresh();

 private:
  bool unify(const Type& a, const Type& b);
  bool unify_parameters(const std::vector<Type>& a, const std::vector<Type>& b);
  bool substitutes(const Type& a, const Type& param, bool& known);
  bool occurs(const Type& param, const Type& within) const;
  void bind(const Type& param, const Type& type);
  void roll_back(std::size_t mark);

  std::map<std::string, Type> bindings_;
  std::vector<std::pair<std::string, std::optional<Type>>> log_;  // what was bound before
  std::size_t next_ = 0;
};

// The less specific of two types that unify: dyn rather than int.
const Type& most_general(const Type& a, const Type& b);

}  // namespace sluice::cel
