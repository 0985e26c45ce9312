// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "client/client.h"

namespace sluice::controllers::autoscaling {

// How much of a resource a pod used over the window that ended at `time`, in thousandths.
struct Sample {
  std::int64_t milli = 0;
  WallTime time{};
  Duration window{};
};

using Samples = std::map<std::string, Sample>;  // by the pod's name

// What PodMetrics say about a resource of one container, or of all together when `container` is
// empty. Pods of which not everything is known are not there.
Samples samples_of(const std::vector<client::ObjectPtr>& pod_metrics, const std::string& resource,
                   const std::string& container);

}  // namespace sluice::controllers::autoscaling
