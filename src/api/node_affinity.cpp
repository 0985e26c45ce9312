// SPDX-License-Identifier: Apache-2.0
#include "api/node_affinity.h"

#include <algorithm>
#include <string>

#include "base/text.h"

namespace sluice::api {
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

}  // namespace

bool node_term_matches(const json::Value& term, const json::Value& node) {
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

bool affinity_matches(const json::Value& required, const json::Value& node) {
  if (required.is_null()) {
    return true;
  }
  const json::Array& terms = required.at("nodeSelectorTerms").as_array();
  return std::any_of(terms.begin(), terms.end(),
                     [&](const json::Value& term) { return node_term_matches(term, node); });
}

}  // namespace sluice::api
