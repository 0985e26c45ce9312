// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/policy.h"

#include <algorithm>
#include <utility>

#include "api/admission_variables.h"
#include "api/meta.h"

namespace sluice::apiserver {

namespace {

bool uses(const AdmissionExpression& expression, const std::string& variable) {
  return expression.program && expression.program->uses(variable);
}

// A variable has the type of its expression; what is wrong with it shows when it is used.
std::vector<Policy::Variable> parse_variables(const json::Value& list,
                                              cel::Declarations& declarations) {
  std::vector<Policy::Variable> variables;
  for (const json::Value& entry : list.as_array()) {
    Policy::Variable variable{
        "variables." + entry.at("name").as_string(),
        AdmissionExpression::compile(entry.at("expression").as_string(), declarations)};
    const auto& program = variable.expression.program;
    declarations.variables.push_back({variable.name, program ? program->type() : cel::Type()});
    variables.push_back(std::move(variable));
  }
  return variables;
}

std::vector<Policy::Validation> parse_validations(const json::Value& list,
                                                  const cel::Declarations& declarations) {
  cel::Declarations boolean = declarations;
  boolean.result = cel::Type(cel::Type::Kind::kBool);
  std::vector<Policy::Validation> validations;
  for (const json::Value& entry : list.as_array()) {
    Policy::Validation validation{
        .expression = AdmissionExpression::compile(entry.at("expression").as_string(), boolean),
        .message = entry.at("message").as_string(),
        .reason = entry.at("reason").as_string()};
    if (const json::Value* text = entry.find("messageExpression")) {
      validation.message_expression = AdmissionExpression::compile(text->as_string(), declarations);
    }
    validations.push_back(std::move(validation));
  }
  return validations;
}

}  // namespace

PolicyBinding PolicyBinding::parse(const json::Value& binding) {
  const json::Value& spec = binding.at("spec");
  PolicyBinding parsed{.name = api::name(binding),
                       .policy = spec.at("policyName").as_string(),
                       .match = RequestMatch::parse(spec.at("matchResources"), "resourceRules"),
                       .param_ref = spec.at("paramRef"),
                       .actions = spec.at("validationActions")};
  for (const json::Value& action : parsed.actions.as_array()) {
    parsed.deny = parsed.deny || action.as_string() == "Deny";
    parsed.warn = parsed.warn || action.as_string() == "Warn";
    parsed.audit = parsed.audit || action.as_string() == "Audit";
  }
  return parsed;
}

Policy Policy::parse(const json::Value& policy) {
  const json::Value& spec = policy.at("spec");
  const bool params = !spec.at("paramKind").is_null();
  cel::Declarations declarations = api::admission_variables({.params = params});
  Policy parsed{.name = api::name(policy),
                .match = RequestMatch::parse(spec.at("matchConstraints"), "resourceRules"),
                .param_kind = spec.at("paramKind"),
                .ignore_failures = spec.at("failurePolicy").as_string() == "Ignore",
                .conditions = parse_conditions(spec.at("matchConditions"), declarations)};
  parsed.variables = parse_variables(spec.at("variables"), declarations);
  parsed.validations = parse_validations(spec.at("validations"), declarations);
  for (const json::Value& entry : spec.at("auditAnnotations").as_array()) {
    parsed.annotations.push_back(
        {entry.at("key").as_string(),
         AdmissionExpression::compile(entry.at("valueExpression").as_string(), declarations)});
  }
  return parsed;
}

bool Policy::needs(std::size_t index) const {
  const std::string& variable = variables[index].name;
  return std::any_of(variables.begin() + static_cast<std::ptrdiff_t>(index) + 1, variables.end(),
                     [&](const Variable& other) { return uses(other.expression, variable); }) ||
         std::any_of(validations.begin(), validations.end(),
                     [&](const Validation& validation) {
                       return uses(validation.expression, variable) ||
                              (validation.message_expression &&
                               uses(*validation.message_expression, variable));
                     }) ||
         std::any_of(annotations.begin(), annotations.end(), [&](const Annotation& annotation) {
           return uses(annotation.expression, variable);
         });
}

}  // namespace sluice::apiserver
