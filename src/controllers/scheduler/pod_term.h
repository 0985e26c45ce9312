// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "api/selector.h"
#include "json/value.h"

namespace sluice::controllers::scheduler {

// Which pods a term of pod (anti-)affinity or a spread constraint is about, and the label of nodes
// that says what counts as one place. Immutable value.
struct PodTerm {
  std::string topology_key;
  std::vector<std::string> namespaces;
  std::optional<api::LabelSelector> namespace_selector = std::nullopt;  // of more namespaces
  std::optional<api::LabelSelector> selector = std::nullopt;            // nothing: no pod
  std::int64_t weight = 0;  // of a preference; negative: to stay away
  std::string pods;         // equal for terms that are about the same pods

  bool matches(const std::string& ns, const json::Value& ns_labels,
               const json::Value& labels) const;
};

// Of a PodAffinityTerm of a pod in the namespace `ns`.
PodTerm pod_term(const json::Value& term, const std::string& ns);

// The pods of one namespace that `selector` is about.
PodTerm pods_in(const std::string& ns, const json::Value& selector, const std::string& key);

}  // namespace sluice::controllers::scheduler
