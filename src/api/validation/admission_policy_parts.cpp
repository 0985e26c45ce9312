// SPDX-License-Identifier: Apache-2.0
//
// Rules about ValidatingAdmissionPolicies and their bindings. Expressions may use the variables
// defined before them.
#include <algorithm>
#include <set>
#include <string>

#include "api/admission_variables.h"
#include "api/label_syntax.h"
#include "api/validation/admission_expressions.h"
#include "api/validation/type_rules.h"
#include "base/text.h"
#include "json/text.h"

namespace sluice::api {
namespace {

using Kind = cel::Type::Kind;

constexpr std::size_t kMostAnnotations = 20;
constexpr std::size_t kLongestAnnotation = 5 * 1024;
constexpr const char* kNothing = "validations or auditAnnotations must contain at least one item";

bool is_identifier(std::string_view name) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !name.empty() && letter(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

void check_api_version(const std::string& text, const FieldPath& at, Faults& faults) {
  if (std::count(text.begin(), text.end(), '/') > 1) {
    return faults.invalid(at, text, "unexpected GroupVersion string: " + text);
  }
  const std::size_t slash = text.find('/');
  const std::string group = slash == std::string::npos ? "" : text.substr(0, slash);
  const std::string version = slash == std::string::npos ? text : text.substr(slash + 1);
  if (const std::string fault = dns_subdomain_fault(group); !group.empty() && !fault.empty()) {
    faults.invalid(at, group, fault);
  }
  if (version.empty()) {
    faults.invalid(at, text, "version must be specified");
  } else if (const std::string fault = dns_1035_label_fault(version); !fault.empty()) {
    faults.invalid(at, version, fault);
  }
}

void check_param_kind(const json::Value& object, const FieldPath& at, Faults& faults) {
  const std::string& api_version = object.at("apiVersion").as_string();
  if (api_version.empty()) {
    faults.required(at.child("apiVersion"));
  } else {
    check_api_version(api_version, at.child("apiVersion"), faults);
  }
  const std::string& kind = object.at("kind").as_string();
  if (kind.empty()) {
    faults.required(at.child("kind"));
  } else if (const std::string fault = dns_1035_label_fault(to_lower(kind)); !fault.empty()) {
    faults.invalid(at.child("kind"), kind,
                   "may have mixed case, but should otherwise match: " + fault);
  }
}

// A variable has the type of its expression, in all expressions that follow.
void check_variables(const json::Value& list, cel::Declarations& variables, const FieldPath& at,
                     Faults& faults) {
  for (std::size_t i = 0; i < list.as_array().size(); ++i) {
    const json::Value& variable = list.as_array()[i];
    const FieldPath item = at.item(i);
    const std::string& name = variable.at("name").as_string();
    if (trim(name).empty()) {
      faults.required(item.child("name"), "name is not specified");
    } else if (!is_identifier(name)) {
      faults.invalid(item.child("name"), name, "must be a valid CEL identifier");
    }
    const std::string& text = variable.at("expression").as_string();
    cel::Type type;
    if (trim(text).empty()) {
      faults.required(item.child("expression"), "expression is not specified");
    } else {
      type = check_expression(text, variables, {}, item.child("expression"), faults);
    }
    variables.variables.push_back({"variables." + name, type});
  }
}

void check_message(const json::Value& validation, const FieldPath& at, Faults& faults) {
  const std::string& message = validation.at("message").as_string();
  if (!message.empty() && trim(message).empty()) {
    faults.invalid(at, message, "must be non-empty if specified");
  } else if (trim(message).find_first_of("\r\n") != std::string_view::npos) {
    faults.invalid_shown(at, json::write(message), "must not contain line breaks");
  }
}

void check_validation(const json::Value& validation, const cel::Declarations& variables,
                      const cel::Declarations& for_messages, const FieldPath& at, Faults& faults) {
  const std::string& text = validation.at("expression").as_string();
  if (trim(text).empty()) {
    faults.required(at.child("expression"), "expression is not specified");
  } else {
    check_expression(text, variables, {Kind::kBool}, at.child("expression"), faults);
  }
  const std::string& message = validation.at("messageExpression").as_string();
  if (!trim(message).empty()) {
    check_expression(message, for_messages, {Kind::kString}, at.child("messageExpression"), faults);
  } else if (!message.empty()) {
    faults.invalid(at.child("messageExpression"), message, "must be non-empty if specified");
  }
  check_message(validation, at.child("message"), faults);
}

void check_annotation_value(const std::string& text, const cel::Declarations& variables,
                            const FieldPath& at, Faults& faults) {
  const std::string trimmed(trim(text));
  if (trimmed.empty()) {
    faults.required(at, "valueExpression is not specified");
  } else if (trimmed.size() > kLongestAnnotation) {
    faults.required(at,
                    "must not exceed " + std::to_string(kLongestAnnotation) + " bytes in length");
  } else {
    check_expression(trimmed, variables, {Kind::kString, Kind::kNull}, at, faults);
  }
}

void check_annotations(const json::Value& list, const cel::Declarations& variables,
                       const FieldPath& at, Faults& faults) {
  const json::Array& annotations = list.as_array();
  if (annotations.size() > kMostAnnotations) {
    faults.invalid(
        at, list,
        "must not have more than " + std::to_string(kMostAnnotations) + " auditAnnotations");
  }
  std::set<std::string> keys;
  for (std::size_t i = 0; i < annotations.size(); ++i) {
    const FieldPath item = at.item(i);
    check_annotation_value(annotations[i].at("valueExpression").as_string(), variables,
                           item.child("valueExpression"), faults);
    const json::Value& key = annotations[i].at("key");
    if (!keys.insert(key.as_string()).second) {
      faults.duplicate(item.child("key"), key);
    }
  }
}

// Messages must not depend on what their reader may do.
void check_expressions(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const bool params = spec.at("paramKind").is_object();
  cel::Declarations variables = admission_variables({.params = params});
  cel::Declarations for_messages = admission_variables({.params = params, .authorizer = false});
  check_match_conditions(spec.at("matchConditions"), variables, at.child("matchConditions"),
                         faults);
  const std::size_t given = variables.variables.size();
  check_variables(spec.at("variables"), variables, at.child("variables"), faults);
  for_messages.variables.insert(for_messages.variables.end(),
                                variables.variables.begin() + static_cast<std::ptrdiff_t>(given),
                                variables.variables.end());
  const FieldPath list = at.child("validations");
  const json::Array& validations = spec.at("validations").as_array();
  for (std::size_t i = 0; i < validations.size(); ++i) {
    check_validation(validations[i], variables, for_messages, list.item(i), faults);
  }
  check_annotations(spec.at("auditAnnotations"), variables, at.child("auditAnnotations"), faults);
}

void check_policy(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const FieldPath constraints = at.child("matchConstraints");
  if (spec.at("matchConstraints").is_object() &&
      spec.at("matchConstraints", "resourceRules").as_array().empty()) {
    faults.required(constraints.child("resourceRules"));
  }
  if (spec.at("validations").as_array().empty() && spec.at("auditAnnotations").as_array().empty()) {
    faults.required(at.child("validations"), kNothing);
    faults.required(at.child("auditAnnotations"), kNothing);
  }
  check_expressions(spec, at, faults);
}

// They are named after the policy.
void check_annotation_keys(const json::Value& policy, const FieldPath& at, Faults& faults) {
  const FieldPath spec = at.child("spec");
  const FieldPath list = spec.child("auditAnnotations");
  const json::Array& annotations = policy.at("spec", "auditAnnotations").as_array();
  for (std::size_t i = 0; i < annotations.size(); ++i) {
    const FieldPath item = list.item(i);
    const std::string key =
        policy.at("metadata", "name").as_string() + "/" + annotations[i].at("key").as_string();
    if (const std::string fault = label_key_fault(key); !fault.empty()) {
      faults.invalid(item.child("key"), key, fault);
    }
  }
}

void check_actions(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("validationActions");
  const json::Array& actions = spec.at("validationActions").as_array();
  std::set<std::string> seen;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (!seen.insert(actions[i].as_string()).second) {
      faults.duplicate(list.item(i), actions[i]);
    }
  }
  if (seen.contains("Deny") && seen.contains("Warn")) {
    faults.invalid(list, actions,
                   "must not contain both Deny and Warn (repeating the same validation failure "
                   "information in the API response and headers serves no purpose)");
  }
}

void check_param_ref(const json::Value& object, const FieldPath& at, Faults& faults) {
  const std::string& name = object.at("name").as_string();
  const bool selects = object.at("selector").is_object();
  if (!name.empty() && selects) {
    faults.forbidden(at.child("name"), "name and selector are mutually exclusive");
    faults.forbidden(at.child("selector"), "name and selector are mutually exclusive");
  }
  if (const std::string fault = path_segment_fault(name); !name.empty() && !fault.empty()) {
    faults.invalid(at.child("name"), name, fault);
  }
  if (name.empty() && !selects) {
    faults.required(at, "one of name or selector must be specified");
  }
  const json::Value& action = object.at("parameterNotFoundAction");
  if (action.as_string().empty()) {
    faults.required(at.child("parameterNotFoundAction"));
  } else if (action.as_string() != "Deny" && action.as_string() != "Allow") {
    faults.unsupported_in_order(at.child("parameterNotFoundAction"), action, {"Deny", "Allow"});
  }
}

constexpr ObjectRule kRules[] = {
    {"admissionregistration.v1.ParamKind", check_param_kind},
    {"admissionregistration.v1.ParamRef", check_param_ref},
    {"admissionregistration.v1.ValidatingAdmissionPolicy", check_annotation_keys},
    {"admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec", check_actions},
    {"admissionregistration.v1.ValidatingAdmissionPolicySpec", check_policy},
};

}  // namespace

std::span<const ObjectRule> admission_policy_part_rules() {
  return kRules;
}

}  // namespace sluice::api
