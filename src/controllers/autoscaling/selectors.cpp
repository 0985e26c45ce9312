// SPDX-License-Identifier: Apache-2.0
#include "controllers/autoscaling/selectors.h"

#include <algorithm>
#include <utility>

namespace sluice::controllers::autoscaling {

void Selectors::put(const api::Key& autoscaler, api::LabelSelector selector) {
  const std::lock_guard lock(mutex_);
  by_autoscaler_.insert_or_assign(autoscaler, std::move(selector));
}

void Selectors::erase(const api::Key& autoscaler) {
  const std::lock_guard lock(mutex_);
  by_autoscaler_.erase(autoscaler);
}

std::vector<api::Key> Selectors::selecting(const std::string& ns,
                                           const std::vector<client::ObjectPtr>& pods) const {
  const std::lock_guard lock(mutex_);
  std::vector<api::Key> keys;
  for (auto entry = by_autoscaler_.lower_bound({ns, ""});
       entry != by_autoscaler_.end() && entry->first.ns == ns; ++entry) {
    const bool any = std::any_of(pods.begin(), pods.end(), [&](const client::ObjectPtr& pod) {
      return entry->second.matches(*pod);
    });
    if (any) {
      keys.push_back(entry->first);
    }
  }
  return keys;
}

}  // namespace sluice::controllers::autoscaling
