// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/load.h"

#include <algorithm>

namespace sluice::controllers::scheduler {

void Load::add(const PodFacts& pod) {
  api::quota::add(requested, pod.requests);
  cpu_share += pod.cpu_share;
  memory_share += pod.memory_share;
  ++pods;
  ports.insert(ports.end(), pod.ports.begin(), pod.ports.end());
}

void Load::remove(const PodFacts& pod) {
  for (const auto& [name, amount] : pod.requests) {
    json::Quantity& total = requested[name];
    total = total - amount;
  }
  cpu_share -= pod.cpu_share;
  memory_share -= pod.memory_share;
  --pods;
  for (const api::HostPort& port : pod.ports) {
    const auto found = std::find(ports.begin(), ports.end(), port);
    if (found != ports.end()) {
      ports.erase(found);
    }
  }
}

}  // namespace sluice::controllers::scheduler
