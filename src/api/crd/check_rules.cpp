// SPDX-License-Identifier: Apache-2.0
// Rules when a definition is written. The form of all of them is checked first; only where that is
// good are they compiled, because types of a wrong schema make for useless messages.
#include <algorithm>

#include "api/crd/rule.h"
#include "api/crd/rule_costs.h"
#include "api/crd/rule_path.h"
#include "api/crd/rule_sizes.h"
#include "api/crd/rule_types.h"
#include "api/crd/rules.h"
#include "base/text.h"
#include "cel/range.h"
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

// The rule as Go writes the struct it is there.
std::string shown(const json::Value& rule) {
  const auto text = [&](const char* name) { return json::Value(rule.at(name).as_string()); };
  const std::string written =
      json::write(json::Object{{"Rule", text("rule")},
                               {"Message", text("message")},
                               {"MessageExpression", text("messageExpression")},
                               {"Reason", rule.at("reason")},
                               {"FieldPath", text("fieldPath")},
                               {"OptionalOldSelf", rule.at("optionalOldSelf")}});
  std::string escaped;
  for (const char c : written) {
    switch (c) {
      case '<':
        escaped += "\\u003c";
        break;
      case '>':
        escaped += "\\u003e";
        break;
      case '&':
        escaped += "\\u0026";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

// Where a schema is, how often its data can occur, and below which list items cannot be told from
// those before.
struct Place {
  const FieldPath& at;
  Occurrences occurrences;
  const FieldPath* uncorrelated = nullptr;
  bool root = false;
};

std::uint64_t most_cost(const std::optional<cel::Program>& program) {
  return program ? program->estimated_cost()->max : 0;
}

// What is inside comes first: additional properties, properties, items.
template <class Check>
void walk(const json::Value& schema, const Place& place, const Check& check) {
  const Occurrences inside = occurrences_below(schema, place.occurrences);
  if (schema.at("additionalProperties").is_object()) {
    const FieldPath at = place.at.child("additionalProperties");
    walk(schema.at("additionalProperties"), {at, inside, place.uncorrelated}, check);
  }
  const FieldPath properties = place.at.child("properties");
  for (const json::Member& property : schema.at("properties").as_object()) {
    const FieldPath at = properties.key(property.key);
    walk(property.value, {at, inside, place.uncorrelated}, check);
  }
  if (schema.at("items").is_object()) {
    const FieldPath at = place.at.child("items");
    const bool found_again = schema.at("x-kubernetes-list-type").as_string() == "map";
    const FieldPath* lost =
        place.uncorrelated != nullptr || found_again ? place.uncorrelated : &place.at;
    walk(schema.at("items"), {at, inside, lost}, check);
  }
  check(schema, place);
}

bool is_within(std::string_view field, std::string_view part) {
  return field.starts_with(part) &&
         (field.size() == part.size() || field[part.size()] == '.' || field[part.size()] == '[');
}

class RuleCompiler {
 public:
  // Parts that the faults so far speak of are left alone.
  RuleCompiler(bool is_stored, Faults& faults) : costs_(is_stored), faults_(faults) {
    for (const ErrorCause& cause : faults.causes()) {
      wrong_.push_back(cause.field);
    }
  }

  void compile(const json::Value& schema, const Place& place) {
    const json::Array& rules = schema.at(kRules).as_array();
    if (rules.empty() || is_wrong(place.at.text())) {
      return;
    }
    const bool root = place.root || schema.at("x-kubernetes-embedded-resource").as_bool();
    const auto type = rule_type(schema, root);
    const auto sizes = rule_sizes(schema, root);
    const std::uint64_t times =
        place.occurrences ? *place.occurrences : most_repetitions(schema, root);
    const FieldPath list = place.at.child(kRules);
    for (std::size_t i = 0; i < rules.size() && type; ++i) {
      const FieldPath at = list.item(i);
      const Rule rule = compile_rule(rules[i], schema, *type, sizes);
      const std::uint64_t cost = cel::multiply_capped(most_cost(rule.program), times);
      costs_.add(at.child("rule"), "rule", cost, faults_);
      check_compiled(rules[i], rule, place, at);
    }
  }

  void check_total(const FieldPath& schema) { costs_.check_total(schema, faults_); }

 private:
  bool is_wrong(std::string_view part) const {
    return std::any_of(wrong_.begin(), wrong_.end(),
                       [&](const std::string& field) { return is_within(field, part); });
  }

  void check_compiled(const json::Value& source, const Rule& rule, const Place& place,
                      const FieldPath& at) {
    if (!rule.error.empty()) {
      faults_.invalid_shown(at.child("rule"), shown(source), rule.error);
    }
    if (!rule.message_error.empty()) {
      faults_.invalid_shown(at.child("messageExpression"), shown(source), rule.message_error);
    } else if (rule.message_program) {
      costs_.add(at.child("messageExpression"), "messageExpression",
                 most_cost(rule.message_program), faults_);
    }
    if (rule.uses_old_self && place.uncorrelated != nullptr) {
      faults_.invalid(at.child("rule"), json::Value(rule.rule),
                      "oldSelf cannot be used on the uncorrelatable portion of the schema within " +
                          place.uncorrelated->text());
    } else if (!rule.uses_old_self && source.find("optionalOldSelf") != nullptr) {
      faults_.invalid(at.child("optionalOldSelf"), source.at("optionalOldSelf"),
                      "may not be set if oldSelf is not used in rule");
    }
  }

  RuleCosts costs_;
  Faults& faults_;
  std::vector<std::string> wrong_;
};

}  // namespace

void check_rules(const json::Value& schema, bool is_stored, const FieldPath& at, Faults& faults) {
  const Place root{at, 1, nullptr, true};
  walk(schema, root, [&](const json::Value& part, const Place& place) {
    const json::Array& rules = part.at(kRules).as_array();
    const FieldPath list = place.at.child(kRules);
    for (std::size_t i = 0; i < rules.size(); ++i) {
      check_form(rules[i], part, list.item(i), faults);
    }
  });
  RuleCompiler compiler(is_stored, faults);
  walk(schema, root,
       [&](const json::Value& part, const Place& place) { compiler.compile(part, place); });
  compiler.check_total(at);
}

}  // namespace sluice::api
