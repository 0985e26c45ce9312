// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/field_path.h"
#include "api/validation/faults.h"
#include "json/value.h"

namespace sluice::api {

// How often data can occur in an object at most; nothing: nobody set a limit.
using Occurrences = std::optional<std::uint64_t>;

// Of what is directly below a schema whose own data occurs so often.
Occurrences occurrences_below(const json::Value& schema, Occurrences own);

// Adds up what the expressions of one schema can cost, and refuses what is too much: one expression
// beyond its limit, or all of them together beyond theirs.
class RuleCosts {
 public:
  // A schema that is stored as it is keeps its expressions, whatever they cost each.
  explicit RuleCosts(bool is_stored) : is_stored_(is_stored) {}

  // `name` is what the message calls the expression at that place: "rule".
  void add(const FieldPath& at, std::string_view name, std::uint64_t cost, Faults& faults);

  // To be asked once, after all were added. `schema` is where that stands.
  void check_total(const FieldPath& schema, Faults& faults) const;

 private:
  struct Expensive {
    std::string at;
    std::uint64_t cost;
  };
  bool is_stored_;
  std::uint64_t total_ = 0;
  std::vector<Expensive> most_expensive_;  // a few, by cost
};

}  // namespace sluice::api
