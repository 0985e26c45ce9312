// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/affinity.h"

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace sluice::controllers::scheduler {

namespace {

bool contains(const json::Value& values, const std::string& text) {
  const json::Array& items = values.as_array();
  return std::any_of(items.begin(), items.end(),
                     [&](const json::Value& item) { return item.as_string() == text; });
}

bool compares(const json::Value& values, const std::string& text, bool greater) {
  const auto have = parse_int(text);
  const auto limit =
      values.as_array().size() == 1 ? parse_int(values.as_array()[0].as_string()) : std::nullopt;
  return have && limit && (greater ? *have > *limit : *have < *limit);
}

// `value` is null when the node has no such label.
bool expression_matches(const json::Value& expression, const json::Value* value) {
  const std::string& op = expression.at("operator").as_string();
  const json::Value& values = expression.at("values");
  if (value == nullptr) {
    return op == "DoesNotExist" || op == "NotIn";
  }
  const std::string& text = value->as_string();
  if (op == "In") {
    return contains(values, text);
  }
  if (op == "NotIn") {
    return !contains(values, text);
  }
  if (op == "Gt" || op == "Lt") {
    return compares(values, text, op == "Gt");
  }
  return op == "Exists";
}

bool term_matches(const json::Value& term, const client::Object& node) {
  const json::Array& labels = term.at("matchExpressions").as_array();
  const json::Array& fields = term.at("matchFields").as_array();
  if (labels.empty() && fields.empty()) {
    return false;  // an empty term matches no node
  }
  const bool labels_match =
      std::all_of(labels.begin(), labels.end(), [&](const json::Value& expression) {
        return expression_matches(
            expression, node.find("metadata", "labels", expression.at("key").as_string()));
      });
  return labels_match &&
         std::all_of(fields.begin(), fields.end(), [&](const json::Value& expression) {
           return expression.at("key").as_string() == "metadata.name" &&
                  expression_matches(expression, node.find("metadata", "name"));
         });
}

constexpr const char* kRequired = "requiredDuringSchedulingIgnoredDuringExecution";
constexpr const char* kPreferred = "preferredDuringSchedulingIgnoredDuringExecution";

// All expressions of a term must hold: what several of them name together.
std::optional<std::set<std::string>> names_in(const json::Value& term) {
  std::optional<std::set<std::string>> names;
  for (const json::Value& field : term.at("matchFields").as_array()) {
    if (field.at("key").as_string() != "metadata.name" ||
        field.at("operator").as_string() != "In") {
      continue;
    }
    std::set<std::string> more;
    for (const json::Value& value : field.at("values").as_array()) {
      if (!names || names->contains(value.as_string())) {
        more.insert(value.as_string());
      }
    }
    names = std::move(more);
  }
  return names;
}

}  // namespace

bool affinity_matches(const json::Value& required, const client::Object& node) {
  if (required.is_null()) {
    return true;
  }
  const json::Array& terms = required.at("nodeSelectorTerms").as_array();
  return std::any_of(terms.begin(), terms.end(),
                     [&](const json::Value& term) { return term_matches(term, node); });
}

std::int64_t preference(const client::Object& pod, const client::Object& node) {
  std::int64_t sum = 0;
  for (const json::Value& item :
       pod.at("spec", "affinity", "nodeAffinity", kPreferred).as_array()) {
    if (term_matches(item.at("preference"), node)) {
      sum += item.at("weight").as_int();
    }
  }
  return sum;
}

std::optional<std::set<std::string>> named_nodes(const client::Object& pod) {
  const json::Array& terms =
      pod.at("spec", "affinity", "nodeAffinity", kRequired, "nodeSelectorTerms").as_array();
  std::optional<std::set<std::string>> names;
  for (const json::Value& term : terms) {
    const auto own = names_in(term);
    if (!own) {
      return std::nullopt;
    }
    if (!names) {
      names.emplace();
    }
    names->insert(own->begin(), own->end());
  }
  return names;
}

}  // namespace sluice::controllers::scheduler
