// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/affinity.h"

#include "api/node_affinity.h"

namespace sluice::controllers::scheduler {

namespace {

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

std::int64_t preference(const client::Object& pod, const client::Object& node) {
  std::int64_t sum = 0;
  for (const json::Value& item :
       pod.at("spec", "affinity", "nodeAffinity", kPreferred).as_array()) {
    if (api::node_term_matches(item.at("preference"), node)) {
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
