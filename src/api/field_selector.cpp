// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "api/field_terms.h"
#include "api/schema.h"
#include "api/selector.h"
#include "base/text.h"
#include "json/text.h"

namespace sluice::api {
namespace {

constexpr std::string_view kNameField = "metadata.name";
constexpr std::string_view kNamespaceField = "metadata.namespace";

bool selectable(const Kind& kind, std::string_view field) {
  if (field == kNameField || (field == kNamespaceField && kind.namespaced)) {
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

// Labels of built-in kinds that stand for another field, or for the first of two that is set.
struct Alias {
  std::string_view label;
  std::string_view field;
  std::string_view otherwise = {};
};
constexpr Alias kAliases[] = {{"source", "source.component", "reportingComponent"},
                              {"status.successful", "status.succeeded"}};

std::vector<std::string_view> fields_of(const Kind& kind, std::string_view label) {
  for (const Alias& alias : kAliases) {
    if (alias.label == label && kind.custom == nullptr) {
      return alias.otherwise.empty() ? std::vector{alias.field}
                                     : std::vector{alias.field, alias.otherwise};
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

// What a missing field compares as: the zero of its type. Custom resources have none.
std::string zero_of(const Kind& kind, const std::vector<std::string>& path) {
  const Schema* schema = kind.custom == nullptr ? kind.schema : nullptr;
  const Field* field = nullptr;
  for (const std::string& part : path) {
    field = schema == nullptr ? nullptr : schema->find(part);
    schema = field == nullptr ? nullptr : field->schema;
  }
  if (field == nullptr) {
    return "";
  }
  return field->type == FieldType::kBool                                        ? "false"
         : field->type == FieldType::kInt32 || field->type == FieldType::kInt64 ? "0"
                                                                                : "";
}

// Selectable fields are scalars.
std::string text_of(const json::Value& scalar) {
  return scalar.is_string() ? scalar.as_string() : json::write(scalar);
}

}  // namespace

Result<FieldSelector> FieldSelector::parse(const Kind& kind, std::string_view text) {
  FieldSelector selector;
  TRY_ASSIGN(const std::vector<FieldTerm> terms, parse_field_terms(text));
  for (const FieldTerm& term : terms) {
    if (!selectable(kind, term.field)) {
      return fail(Code::kBadRequest, unknown_field(kind, term.field));
    }
    if (term.field == kNameField || term.field == kNamespaceField) {
      const Place place = term.field == kNameField ? kName : kNamespace;
      selector.place_terms_.push_back({place, term.value, term.equal});
      continue;
    }
    Term parsed{.value = term.value, .equal = term.equal};
    for (const std::string_view meant : fields_of(kind, term.field)) {
      parsed.paths.push_back(path_of(meant));
    }
    parsed.zero = zero_of(kind, parsed.paths.front());
    selector.terms_.push_back(std::move(parsed));
  }
  return selector;
}

bool FieldSelector::matches_place(std::string_view ns, std::string_view name) const {
  return std::all_of(place_terms_.begin(), place_terms_.end(), [&](const PlaceTerm& term) {
    return ((term.place == kName ? name : ns) == term.value) == term.equal;
  });
}

std::string FieldSelector::required(Place place) const {
  const auto found =
      std::find_if(place_terms_.begin(), place_terms_.end(),
                   [&](const PlaceTerm& term) { return term.equal && term.place == place; });
  return found == place_terms_.end() ? "" : found->value;
}

bool FieldSelector::matches(const json::Value& object) const {
  const json::Value& metadata = object.at("metadata");
  if (!matches_place(metadata.at("namespace").as_string(), metadata.at("name").as_string())) {
    return false;
  }
  return std::all_of(terms_.begin(), terms_.end(), [&](const Term& term) {
    const json::Value* value = &json::Value::null();
    for (const auto& path : term.paths) {
      value = value->as_string().empty() ? &value_at(object, path) : value;
    }
    const std::string actual = value->is_null() ? term.zero : text_of(*value);
    return (actual == term.value) == term.equal;
  });
}

json::Value selectable_part(const Kind& kind, const json::Value& object) {
  json::Value part = json::Object{{"metadata", json::Object()}};
  for (const char* member : {"name", "namespace", "labels"}) {
    if (const json::Value* value = object.find("metadata", member)) {
      part["metadata"][member] = *value;
    }
  }
  for (const std::string_view label : kind.field_selectors) {
    for (const std::string_view field : fields_of(kind, label)) {
      const std::vector<std::string> path = path_of(field);
      const json::Value& value = value_at(object, path);
      if (value.is_null()) {
        continue;
      }
      json::Value* at = &part;
      for (const std::string& name : path) {
        at = &(*at)[name];
      }
      *at = value;
    }
  }
  return part;
}

}  // namespace sluice::api
