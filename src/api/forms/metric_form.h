// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/value.h"

namespace sluice::api {

// The metrics of a HorizontalPodAutoscaler in the words of autoscaling/v1, which has them in
// annotations, and in those of autoscaling/v2. `wanted` (spec.metrics) or measured
// (status.currentMetrics).

json::Value metric_to_v1(const json::Value& metric, bool wanted);
json::Value metric_to_v2(const json::Value& metric, bool wanted);

}  // namespace sluice::api
