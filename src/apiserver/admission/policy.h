// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apiserver/admission/expressions.h"
#include "apiserver/admission/request_match.h"

namespace sluice::apiserver {

// A ValidatingAdmissionPolicyBinding. Immutable.
struct PolicyBinding {
  std::string name;
  std::string policy;
  RequestMatch match;
  json::Value param_ref;  // null: none
  bool deny = false;
  bool warn = false;
  bool audit = false;
  json::Value actions;

  static PolicyBinding parse(const json::Value& binding);
};

// A ValidatingAdmissionPolicy. Immutable.
struct Policy {
  struct Variable {
    std::string name;  // "variables.x"
    AdmissionExpression expression;
  };
  struct Validation {
    AdmissionExpression expression;
    std::string message;
    std::optional<AdmissionExpression> message_expression;
    std::string reason;
  };
  struct Annotation {
    std::string key;
    AdmissionExpression expression;
  };

  std::string name;
  RequestMatch match;
  json::Value param_kind;  // null: it takes no parameters
  bool ignore_failures = false;
  std::vector<MatchCondition> conditions;
  std::vector<Variable> variables;
  std::vector<Validation> validations;
  std::vector<Annotation> annotations;

  static Policy parse(const json::Value& policy);

  // Whether any expression after variable number `index` needs it.
  bool needs(std::size_t index) const;
};

// A policy and the bindings that put it to use; shared with requests under way.
struct BoundPolicy {
  std::shared_ptr<const Policy> policy;
  std::vector<std::shared_ptr<const PolicyBinding>> bindings;
};

}  // namespace sluice::apiserver
