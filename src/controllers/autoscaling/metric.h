// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "client/client.h"
#include "controllers/autoscaling/replicas.h"

namespace sluice::controllers::autoscaling {

// What one entry of spec.metrics has to say.
struct Reading {
  std::int64_t replicas = 0;
  std::string name;    // "cpu resource utilization (percentage of request)"
  json::Value status;  // its entry of status.currentMetrics
};

// Why it has nothing to say, in Kubernetes' words.
struct Silence {
  std::string reason;   // "FailedGetResourceMetric"
  std::string message;  // for the condition and an event
  std::string error;    // with what was being done, for the sum of all metrics
};

// The pods that an autoscaler looks at.
struct Scene {
  std::string ns;
  std::string selector;
  Pods pods;
  std::int64_t current = 0;  // replicas that are wanted now
  Tolerances tolerances;
  WallTime now{};
};

// Reads metrics of the resource metrics API through the client. Those of pods, objects and the
// world outside need other APIs, which are not there.
tl::expected<Reading, Silence> read_metric(client::Client& client, const json::Value& metric,
                                           const Scene& scene);

// spec.behavior may have tolerances of its own.
Tolerances tolerances_of(const json::Value& behavior);

}  // namespace sluice::controllers::autoscaling
