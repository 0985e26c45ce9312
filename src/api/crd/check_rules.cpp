// SPDX-License-Identifier: Apache-2.0
// Rules when a definition is written. The form of all of them is checked first; only when that is
// good are they compiled, because types of a wrong schema make for useless messages.
#include "api/crd/rule.h"
#include "api/crd/rule_path.h"
#include "api/crd/rule_types.h"
#include "api/crd/rules.h"
#include "base/text.h"
#include "json/text.h"

namespace sluice::api {
namespace {

constexpr std::string_view kRules = "x-kubernetes-validations";

bool has_line_breaks(std::string_view text) {
  return text.find_first_of("\n\r") != std::string_view::npos;
}

void check_message(const json::Value& rule, const FieldPath& at, Faults& faults) {
  const std::string_view text = trim(rule.at("rule").as_string());
  const json::Value& message = rule.at("message");
  const std::string_view trimmed = trim(message.as_string());
  if (text.empty()) {
    faults.required(at.child("rule"), "rule is not specified");
  } else if (!message.as_string().empty() && trimmed.empty()) {
    faults.invalid(at.child("message"), message, "must be non-empty if specified");
  } else if (has_line_breaks(trimmed)) {
    faults.invalid(at.child("message"), message, "must not contain line breaks");
  } else if (has_line_breaks(text) && trimmed.empty()) {
    faults.required(at.child("message"), "message must be specified if rule contains line breaks");
  }
}

void check_form(const json::Value& rule, const json::Value& schema, const FieldPath& at,
                Faults& faults) {
  check_message(rule, at, faults);
  const std::string& expression = rule.at("messageExpression").as_string();
  if (!expression.empty() && trim(expression).empty()) {
    faults.required(at.child("messageExpression"),
                    "messageExpression must be non-empty if specified");
  }
  if (rule.find("reason") != nullptr) {
    faults.one_of(
        at.child("reason"), rule.at("reason"),
        {"FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"});
  }
  const json::Value& path = rule.at("fieldPath");
  if (path.as_string().empty()) {
    return;
  }
  const FieldPath path_at = at.child("fieldPath");
  if (trim(path.as_string()).empty()) {
    faults.invalid(path_at, path, "must be non-empty if specified");
  }
  if (has_line_breaks(path.as_string())) {
    faults.invalid(path_at, path, "must not contain line breaks");
  }
  if (!rule_field_path(path.as_string(), schema)) {
    faults.invalid(path_at, path, "must be a valid path");
  }
}

std::string go_quoted(const std::string& text) {
  std::string shown;
  json::write_string(text, shown);
  return shown;
}

// The rule as Go prints the struct it is there.
std::string shown(const json::Value& rule) {
  const auto text = [&](const char* name) { return go_quoted(rule.at(name).as_string()); };
  const auto pointer = [&](const char* name, const char* type) {
    return "(*" + std::string(type) + ")(" + (rule.find(name) == nullptr ? "nil" : "0xc000000000") +
           ")";
  };
  return "apiextensions.ValidationRule{Rule:" + text("rule") + ", Message:" + text("message") +
         ", MessageExpression:" + text("messageExpression") +
         ", Reason:" + pointer("reason", "apiextensions.FieldValueErrorReason") +
         ", FieldPath:" + text("fieldPath") +
         ", OptionalOldSelf:" + pointer("optionalOldSelf", "bool") + "}";
}

// Where a schema is, and below which list items cannot be told from those before.
struct Place {
  const FieldPath& at;
  const FieldPath* uncorrelated = nullptr;
  bool root = false;
};

void check_compiled(const json::Value& source, const Rule& rule, const Place& place,
                    const FieldPath& at, Faults& faults) {
  if (!rule.error.empty()) {
    faults.invalid_shown(at.child("rule"), shown(source), rule.error);
  }
  if (!rule.message_error.empty()) {
    faults.invalid_shown(at.child("messageExpression"), shown(source), rule.message_error);
  }
  if (rule.uses_old_self && place.uncorrelated != nullptr) {
    faults.invalid(at.child("rule"), json::Value(rule.rule),
                   "oldSelf cannot be used on the uncorrelatable portion of the schema within " +
                       place.uncorrelated->text());
  } else if (!rule.uses_old_self && source.find("optionalOldSelf") != nullptr) {
    faults.invalid(at.child("optionalOldSelf"), source.at("optionalOldSelf"),
                   "may not be set if oldSelf is not used in rule");
  }
}

template <class Check>
void walk(const json::Value& schema, const Place& place, const Check& check) {
  check(schema, place);
  const FieldPath properties = place.at.child("properties");
  for (const json::Member& property : schema.at("properties").as_object()) {
    const FieldPath at = properties.key(property.key);
    walk(property.value, {at, place.uncorrelated}, check);
  }
  if (schema.at("items").is_object()) {
    const FieldPath at = place.at.child("items");
    const bool found_again = schema.at("x-kubernetes-list-type").as_string() == "map";
    const FieldPath* lost =
        place.uncorrelated != nullptr || found_again ? place.uncorrelated : &place.at;
    walk(schema.at("items"), {at, lost}, check);
  }
  if (schema.at("additionalProperties").is_object()) {
    const FieldPath at = place.at.child("additionalProperties");
    walk(schema.at("additionalProperties"), {at, place.uncorrelated}, check);
  }
}

void compile_all(const json::Value& schema, const Place& place, Faults& faults) {
  const json::Array& rules = schema.at(kRules).as_array();
  const auto type =
      rule_type(schema, place.root || schema.at("x-kubernetes-embedded-resource").as_bool());
  const FieldPath list = place.at.child(kRules);
  for (std::size_t i = 0; i < rules.size() && type; ++i) {
    check_compiled(rules[i], compile_rule(rules[i], schema, *type), place, list.item(i), faults);
  }
}

}  // namespace

void check_rules(const json::Value& schema, const FieldPath& at, Faults& faults) {
  Faults forms;
  walk(schema, {at, nullptr, true}, [&](const json::Value& part, const Place& place) {
    const json::Array& rules = part.at(kRules).as_array();
    const FieldPath list = place.at.child(kRules);
    for (std::size_t i = 0; i < rules.size(); ++i) {
      check_form(rules[i], part, list.item(i), forms);
    }
  });
  if (forms.empty()) {
    walk(schema, {at, nullptr, true},
         [&](const json::Value& part, const Place& place) { compile_all(part, place, faults); });
  }
  faults.append(std::move(forms));
}

}  // namespace sluice::api
