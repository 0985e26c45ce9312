// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "api/quota/amounts.h"
#include "controllers/scheduler/pod_facts.h"

namespace sluice::controllers::scheduler {

// What the pods of a node take up together: kept by adding and taking away, never by counting anew.
// Plain value.
struct Load {
  api::quota::Amounts requested;
  std::int64_t cpu_share = 0;  // milli
  std::int64_t memory_share = 0;
  std::int64_t pods = 0;
  std::vector<api::HostPort> ports;

  void add(const PodFacts& pod);
  void remove(const PodFacts& pod);  // that was added
};

}  // namespace sluice::controllers::scheduler
