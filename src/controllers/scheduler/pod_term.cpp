// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/pod_term.h"

#include <algorithm>

#include "json/strings.h"
#include "json/text.h"

namespace sluice::controllers::scheduler {
namespace {

// A selector that cannot be read selects nothing, as one that is not there.
std::optional<api::LabelSelector> selector_of(const json::Value* object) {
  if (object == nullptr || object->is_null()) {
    return std::nullopt;
  }
  auto parsed = api::LabelSelector::from_object(*object);
  return parsed ? std::optional(std::move(*parsed)) : std::nullopt;
}

std::string identity(const PodTerm& term, const json::Value& selector,
                     const json::Value& namespace_selector) {
  std::string text = json::write(selector) + json::write(namespace_selector);
  for (const std::string& ns : term.namespaces) {
    text.append(" ").append(ns);
  }
  return text;
}

}  // namespace

bool PodTerm::matches(const std::string& ns, const json::Value& ns_labels,
                      const json::Value& labels) const {
  const bool right_namespace =
      std::find(namespaces.begin(), namespaces.end(), ns) != namespaces.end() ||
      (namespace_selector && namespace_selector->matches_labels(ns_labels));
  return right_namespace && selector && selector->matches_labels(labels);
}

PodTerm pod_term(const json::Value& term, const std::string& ns) {
  PodTerm result{.topology_key = term.at("topologyKey").as_string(), .namespaces = {}, .pods = {}};
  result.namespaces = json::to_strings(term.at("namespaces"));
  result.namespace_selector = selector_of(term.find("namespaceSelector"));
  if (result.namespaces.empty() && !result.namespace_selector) {
    result.namespaces.push_back(ns);
  }
  result.selector = selector_of(term.find("labelSelector"));
  result.pods = identity(result, term.at("labelSelector"), term.at("namespaceSelector"));
  return result;
}

PodTerm pods_in(const std::string& ns, const json::Value& selector, const std::string& key) {
  PodTerm result{.topology_key = key, .namespaces = {ns}, .pods = {}};
  result.selector = selector_of(&selector);
  result.pods = identity(result, selector, json::Value::null());
  return result;
}

}  // namespace sluice::controllers::scheduler
