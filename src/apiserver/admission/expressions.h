// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "apiserver/admission/request_view.h"
#include "auth/rbac.h"
#include "base/result.h"
#include "cel/program.h"
#include "json/value.h"

namespace sluice::apiserver {

// An expression of a webhook or policy. One that does not compile is kept with what is wrong, to be
// reported when it is needed. Immutable.
struct AdmissionExpression {
  std::string text;
  Result<cel::Program> program;

  static AdmissionExpression compile(const std::string& text, const cel::Declarations& variables);
};

// An entry of matchConditions.
struct MatchCondition {
  std::string name;
  AdmissionExpression expression;
};
std::vector<MatchCondition> parse_conditions(const json::Value& list,
                                             const cel::Declarations& variables);

constexpr std::uint64_t kConditionsBudget = cel::kCostBudget / 4;

// What expressions see of one request, and the budget they share. Lives on the stack; what it is
// made of outlives it. Not thread-safe.
class Evaluator {
 public:
  struct Source {
    RequestView& view;
    const api::Kind& as;
    const auth::Rbac& rbac;
    const json::Value* params = nullptr;
  };
  static Result<Evaluator> make(const Source& source, std::uint64_t budget);

  // Invalid in upstream's words; Cancelled when the budget is used up.
  Result<cel::Value> evaluate(const AdmissionExpression& expression);

  // Another variable from here on.
  void define(const std::string& name, cel::Value value);

 private:
  explicit Evaluator(std::uint64_t budget) : budget_(budget) {}

  std::shared_ptr<const json::Value> request_;  // stays where it is when this is moved
  cel::Bindings bindings_;
  std::uint64_t budget_;
};

// Whether every condition holds. A false one decides; else an error is an error, or with
// `ignore_errors` a no.
Result<bool> all_hold(const std::vector<MatchCondition>& conditions, Evaluator& evaluator,
                      bool ignore_errors);

}  // namespace sluice::apiserver
