// SPDX-License-Identifier: Apache-2.0
#include "api/printing/selector_text.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "json/strings.h"

namespace sluice::api {
namespace {

void add_labels(const json::Value& labels, std::vector<std::string>& parts) {
  for (const json::Member& label : labels.as_object()) {
    parts.push_back(label.key + "=" + label.value.as_string());
  }
}

std::string expression_text(const json::Value& expression) {
  const std::string& key = expression.at("key").as_string();
  const std::string& op = expression.at("operator").as_string();
  if (op == "Exists") {
    return key;
  }
  if (op == "DoesNotExist") {
    return "!" + key;
  }
  return key + (op == "In" ? " in (" : " notin (") +
         join(json::to_strings(expression.at("values")), ",") + ")";
}

std::string text_of(std::vector<std::string> parts) {
  std::sort(parts.begin(), parts.end());
  return parts.empty() ? "<none>" : join(parts, ",");
}

}  // namespace

std::string selector_text(const json::Value& selector) {
  std::vector<std::string> parts;
  add_labels(selector.at("matchLabels"), parts);
  for (const json::Value& expression : selector.at("matchExpressions").as_array()) {
    parts.push_back(expression_text(expression));
  }
  return text_of(std::move(parts));
}

std::string labels_text(const json::Value& labels) {
  std::vector<std::string> parts;
  add_labels(labels, parts);
  return text_of(std::move(parts));
}

}  // namespace sluice::api
