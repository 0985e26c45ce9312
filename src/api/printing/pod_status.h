// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/clock.h"
#include "json/value.h"

namespace sluice::api {

// What `kubectl get pods` says about a pod: its phase unless something more telling is known
// ("CrashLoopBackOff", "Init:0/1", "Completed", "Terminating").
struct PodSummary {
  std::string status;
  std::int64_t ready = 0;
  std::int64_t containers = 0;
  std::string restarts;  // "0" or "3 (5m ago)"
};

PodSummary summarize_pod(const json::Value& pod, WallTime now);

}  // namespace sluice::api
