// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "client/client.h"

namespace sluice::client {

// What a container used over a window of time.
struct ContainerUsage {
  std::string name;
  std::int64_t cpu_nanocores = 0;  // on average
  std::int64_t memory_bytes = 0;   // at the end
};

// All containers of a pod that were measured, over the window that ended at `time`.
struct PodUsage {
  WallTime time{};
  Duration window{};
  std::vector<ContainerUsage> containers = {};
};

// Knows what running pods use: the kubelet, or a test. Thread-safe.
class UsageSource {
 public:
  virtual ~UsageSource() = default;

  // Nothing when nobody has measured that pod, or not yet.
  virtual std::optional<PodUsage> usage(const Object& pod) const = 0;
};

}  // namespace sluice::client
