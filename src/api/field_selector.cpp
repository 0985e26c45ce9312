// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "api/selector.h"
#include "base/text.h"
#include "json/text.h"

namespace sluice::api {
namespace {

bool selectable(const Kind& kind, std::string_view field) {
  if (field == "metadata.name" || (field == "metadata.namespace" && kind.namespaced)) {
    return true;
  }
  return std::find(kind.field_selectors.begin(), kind.field_selectors.end(), field) !=
         kind.field_selectors.end();
}

// Kinds with fields of their own say so in other words than those with what all have.
std::string unknown_field(const Kind& kind, const std::string& field) {
  return kind.field_selectors.empty()
             ? "\"" + field +
                   "\" is not a known field selector: only \"metadata.name\", "
                   "\"metadata.namespace\""
             : "field label not supported: " + field;
}

// Labels that stand for another field, or for the first of two that is set.
struct Alias {
  std::string_view label;
  std::string_view field;
  std::string_view otherwise;
};
constexpr Alias kAliases[] = {{"source", "source.component", "reportingComponent"}};

std::vector<std::string_view> fields_of(std::string_view label) {
  for (const Alias& alias : kAliases) {
    if (alias.label == label) {
      return {alias.field, alias.otherwise};
    }
  }
  return {label};
}

std::vector<std::string> path_of(std::string_view field) {
  const auto parts = split(field, '.');
  return {parts.begin(), parts.end()};
}

const json::Value& value_at(const json::Value& object, const std::vector<std::string>& path) {
  const json::Value* at = &object;
  for (const std::string& part : path) {
    at = at == nullptr ? nullptr : at->find(part);
  }
  return at == nullptr ? json::Value::null() : *at;
}

// Splits at commas that are not escaped; removes the escapes of \, \= and \\ in values.
std::vector<std::string> split_terms(std::string_view text) {
  std::vector<std::string> terms(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      terms.back() += text.substr(i++, 2);
    } else if (text[i] == ',') {
      terms.emplace_back();
    } else {
      terms.back() += text[i];
    }
  }
  return terms;
}

std::string unescape(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      ++i;
    }
    result += text[i];
  }
  return result;
}

// Selectable fields are scalars; a missing one compares as "", a missing boolean as "false".
bool equals(const json::Value& actual, const std::string& wanted) {
  if (actual.is_string()) {
    return actual.as_string() == wanted;
  }
  if (actual.is_null()) {
    return wanted.empty() || wanted == "false" || wanted == "0";
  }
  return json::write(actual) == wanted;
}

}  // namespace

Result<FieldSelector> FieldSelector::parse(const Kind& kind, std::string_view text) {
  FieldSelector selector;
  for (const std::string& term : split_terms(text)) {
    if (trim(term).empty()) {
      continue;
    }
    const std::size_t sign = term.find('=');
    if (sign == std::string::npos) {
      return fail(Code::kBadRequest,
                  "invalid selector: '" + std::string(text) + "'; can't understand '" + term + "'");
    }
    const bool negated = sign > 0 && term[sign - 1] == '!';
    const bool doubled = sign + 1 < term.size() && term[sign + 1] == '=';
    const std::string field(trim(std::string_view(term).substr(0, negated ? sign - 1 : sign)));
    if (!selectable(kind, field)) {
      return fail(Code::kBadRequest, unknown_field(kind, field));
    }
    Term parsed{.value = unescape(std::string_view(term).substr(sign + (doubled ? 2 : 1))),
                .equal = !negated};
    for (const std::string_view meant : fields_of(field)) {
      parsed.paths.push_back(path_of(meant));
    }
    selector.terms_.push_back(std::move(parsed));
  }
  return selector;
}

bool FieldSelector::matches(const json::Value& object) const {
  return std::all_of(terms_.begin(), terms_.end(), [&](const Term& term) {
    const json::Value* value = &json::Value::null();
    for (const auto& path : term.paths) {
      value = value->as_string().empty() ? &value_at(object, path) : value;
    }
    return equals(*value, term.value) == term.equal;
  });
}

}  // namespace sluice::api
