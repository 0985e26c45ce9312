// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "cel/program.h"
#include "cel/type.h"
#include "json/value.h"

namespace sluice::api {

// One x-kubernetes-validations rule, compiled for data of one type. Immutable.
struct Rule {
  std::string rule;
  std::string message;
  std::string message_expression;
  std::string reason;      // "FieldValueForbidden"; empty: Invalid
  std::string field_path;  // as Kubernetes writes paths, below the rule's own; empty: none
  bool optional_old_self = false;
  bool uses_old_self = false;

  std::optional<cel::Program> program;  // none when it is empty or wrong
  std::optional<cel::Program> message_program;
  std::string error;          // what is wrong with the rule
  std::string message_error;  // and with its messageExpression

  // What people know it by: its message, or its text.
  std::string name() const;
};

// `rule` is as the schema has it; `schema` is what it stands in. With sizes, costs are estimated.
Rule compile_rule(const json::Value& rule, const json::Value& schema, const cel::Type& self,
                  const cel::SizeLookup& sizes = {});

}  // namespace sluice::api
