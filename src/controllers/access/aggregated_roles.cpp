// SPDX-License-Identifier: Apache-2.0
#include "controllers/access/aggregated_roles.h"

#include <algorithm>
#include <utility>

#include "api/selector.h"

namespace sluice::controllers {
namespace {

constexpr const char* kAggregated = "aggregated";

std::vector<api::LabelSelector> selectors(const client::Object& role) {
  std::vector<api::LabelSelector> found;
  for (const json::Value& item : role.at("aggregationRule", "clusterRoleSelectors").as_array()) {
    if (auto selector = api::LabelSelector::from_object(item)) {
      found.push_back(std::move(*selector));
    }
  }
  return found;
}

}  // namespace

json::Array aggregated_rules(const client::Object& role,
                             const std::vector<client::ObjectPtr>& roles) {
  const auto wanted = selectors(role);
  json::Array rules;
  for (const client::ObjectPtr& other : roles) {  // an informer lists in the order of names
    const bool picked =
        api::name(*other) != api::name(role) &&
        std::any_of(wanted.begin(), wanted.end(),
                    [&](const api::LabelSelector& selector) { return selector.matches(*other); });
    if (!picked) {
      continue;
    }
    for (const json::Value& rule : other->at("rules").as_array()) {
      if (std::find(rules.begin(), rules.end(), rule) == rules.end()) {
        rules.push_back(rule);
      }
    }
  }
  return rules;
}

AggregatedRoles::AggregatedRoles(client::Client& client, runtime::Informers& informers)
    : client_(client), roles_(informers.of(api::kinds::cluster_role())) {
  roles_.add_index(kAggregated, [](const client::Object& role) {
    return role.find("aggregationRule") == nullptr ? std::vector<std::string>{}
                                                   : std::vector<std::string>{kAggregated};
  });
}

void AggregatedRoles::connect(runtime::Controller& controller) {
  controller.watch(roles_, [this](const runtime::Change&) {
    std::vector<api::Key> keys;
    for (const auto& role : roles_.by_index(kAggregated, kAggregated)) {
      keys.push_back(api::key(*role));
    }
    return keys;
  });
}

Result<runtime::Requeue> AggregatedRoles::reconcile(const api::Key& key) {
  const client::ObjectPtr role = roles_.get(key);
  if (role == nullptr || role->find("aggregationRule") == nullptr || api::is_being_deleted(*role)) {
    return runtime::Requeue{};
  }
  json::Array rules = aggregated_rules(*role, roles_.list());
  if (rules != role->at("rules").as_array()) {
    client::Object changed = *role;
    changed["rules"] = std::move(rules);
    TRY(client_.update(api::kinds::cluster_role(), changed));
  }
  return runtime::Requeue{};
}

}  // namespace sluice::controllers
