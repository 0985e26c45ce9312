// SPDX-License-Identifier: Apache-2.0
#include "api/validation/admission_expressions.h"

#include <algorithm>
#include <set>

#include "api/label_syntax.h"
#include "base/text.h"
#include "json/text.h"

namespace sluice::api {
namespace {

constexpr std::size_t kMostConditions = 64;

void check_name(const json::Value& name, const FieldPath& at, Faults& faults) {
  if (name.as_string().empty()) {
    faults.required(at);
  } else if (const std::string fault = label_key_fault(name.as_string()); !fault.empty()) {
    faults.invalid(at, name, fault);
  }
}

std::string wrong_type(const cel::Type& type, std::initializer_list<cel::Type::Kind> wanted) {
  std::string words;
  for (const cel::Type::Kind kind : wanted) {
    words += (words.empty() ? "" : " ") + cel::Type(kind).to_string();
  }
  return "must evaluate to " + (wanted.size() == 1 ? words : "one of [" + words + "]") +
         " but got " + type.to_string();
}

}  // namespace

cel::Type check_expression(const std::string& text, const cel::Declarations& variables,
                           std::initializer_list<cel::Type::Kind> types, const FieldPath& at,
                           Faults& faults) {
  const auto program = cel::compile(text, variables);
  if (!program) {
    faults.invalid_shown(at, json::write(text), "compilation failed: " + program.error().message);
    return {};
  }
  const cel::Type& type = program->type();
  if (types.size() > 0 && std::find(types.begin(), types.end(), type.kind()) == types.end()) {
    faults.invalid(at, text, wrong_type(type, types));
  }
  return type;
}

void check_match_conditions(const json::Value& list, const cel::Declarations& variables,
                            const FieldPath& at, Faults& faults) {
  const json::Array& conditions = list.as_array();
  if (conditions.size() > kMostConditions) {
    faults.add("FieldValueTooMany", at,
               "Too many: " + std::to_string(conditions.size()) + ": must have at most " +
                   std::to_string(kMostConditions) + " items");
  }
  std::set<std::string> names;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const FieldPath item = at.item(i);
    const std::string expression(trim(conditions[i].at("expression").as_string()));
    if (expression.empty()) {
      faults.required(item.child("expression"));
    } else {
      check_expression(expression, variables, {cel::Type::Kind::kBool}, item.child("expression"),
                       faults);
    }
    const json::Value& name = conditions[i].at("name");
    check_name(name, item.child("name"), faults);
    if (!name.as_string().empty() && !names.insert(name.as_string()).second) {
      faults.duplicate(item.child("name"), name);
    }
  }
}

}  // namespace sluice::api
