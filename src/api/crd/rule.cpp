// SPDX-License-Identifier: Apache-2.0
#include "api/crd/rule.h"

#include "api/crd/rule_path.h"
#include "base/text.h"

namespace sluice::api {
namespace {

constexpr std::string_view kInstantiation = "program instantiation failed: ";

cel::Declarations declarations(const cel::Type& self, bool optional_old_self) {
  return {.variables = {{"self", self},
                        {"oldSelf", optional_old_self ? cel::Type::optional(self) : self}}};
}

void compile_message(Rule& rule, const cel::Declarations& variables) {
  auto program = cel::compile(rule.message_expression, variables);
  if (!program) {
    const std::string& why = program.error().message;
    rule.message_error =
        why.starts_with(kInstantiation)
            ? "messageExpression instantiation failed: " + why.substr(kInstantiation.size())
            : "messageExpression compilation failed: " + why;
  } else if (!program->type().is(cel::Type::Kind::kString)) {
    rule.message_error = "messageExpression must evaluate to a string";
  } else {
    rule.message_program = *std::move(program);
  }
}

void compile_expression(Rule& rule, const cel::Declarations& variables) {
  auto program = cel::compile(rule.rule, variables);
  if (!program) {
    const std::string& why = program.error().message;
    rule.error = why.starts_with(kInstantiation) ? why : "compilation failed: " + why;
  } else if (!program->type().is(cel::Type::Kind::kBool)) {
    rule.error = "cel expression must evaluate to a bool";
  } else {
    rule.uses_old_self = program->uses("oldSelf");
    rule.program = *std::move(program);
  }
}

}  // namespace

std::string Rule::name() const {
  return std::string(trim(message.empty() ? rule : message));
}

Rule compile_rule(const json::Value& source, const json::Value& schema, const cel::Type& self,
                  const cel::SizeLookup& sizes) {
  Rule rule;
  rule.rule = source.at("rule").as_string();
  rule.message = source.at("message").as_string();
  rule.message_expression = source.at("messageExpression").as_string();
  rule.reason = source.at("reason").as_string();
  rule.optional_old_self = source.at("optionalOldSelf").as_bool();
  if (trim(rule.rule).empty()) {
    return rule;
  }
  cel::Declarations variables = declarations(self, rule.optional_old_self);
  variables.sizes = sizes;
  compile_expression(rule, variables);
  if (rule.program && !rule.message_expression.empty()) {
    compile_message(rule, variables);
  }
  if (const std::string& path = source.at("fieldPath").as_string(); !path.empty()) {
    rule.field_path = rule_field_path(path, schema).value_or("");
  }
  return rule;
}

}  // namespace sluice::api
