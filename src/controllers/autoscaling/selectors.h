// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <vector>

#include "api/meta.h"
#include "api/selector.h"
#include "client/client.h"

namespace sluice::controllers::autoscaling {

// Which pods the targets of all autoscalers select, to find those that have two masters.
// Thread-safe.
class Selectors {
 public:
  void put(const api::Key& autoscaler, api::LabelSelector selector);
  void erase(const api::Key& autoscaler);

  // The autoscalers of that namespace that select any of its pods.
  std::vector<api::Key> selecting(const std::string& ns,
                                  const std::vector<client::ObjectPtr>& pods) const;

 private:
  mutable std::mutex mutex_;
  std::map<api::Key, api::LabelSelector> by_autoscaler_;
};

}  // namespace sluice::controllers::autoscaling
