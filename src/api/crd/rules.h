// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "api/field_path.h"
#include "api/validation/faults.h"
#include "cel/program.h"
#include "json/value.h"

namespace sluice::api {

struct RuleNode;

// The x-kubernetes-validations rules of a custom resource's schema, compiled once and evaluated
// for every object. Immutable: copies share them, threads may use them at the same time.
class ValidationRules {
 public:
  // From an openAPIV3Schema that is structural. Rules that do not compile fail every object.
  static ValidationRules compile(const json::Value& schema);

  bool empty() const { return root_ == nullptr; }

  struct Outcome {
    std::vector<std::string> warnings;  // what would be faults, had it not been wrong before
    std::int64_t remaining_budget = 0;  // negative: rules were left out
  };

  // Adds what the rules find wrong with an object, in Kubernetes' words. With the object as it was
  // before (an update), transition rules apply, and values that did not change are not held
  // against the request.
  Outcome check(const json::Value& object, const json::Value* before, Faults& faults,
                std::int64_t budget = cel::kCostBudget) const;

 private:
  std::shared_ptr<const RuleNode> root_;
};

// What is wrong with the rules themselves, when a definition is written: fields, syntax, types,
// costs, uses of oldSelf where nothing can be compared. `at` is where the schema stands; what the
// faults already say of a part of it keeps the rules around that part from being compiled.
// `is_stored` schemas were accepted before, just as they are.
void check_rules(const json::Value& schema, bool is_stored, const FieldPath& at, Faults& faults);

}  // namespace sluice::api
