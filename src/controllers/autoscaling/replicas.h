// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "client/client.h"
#include "controllers/autoscaling/samples.h"

namespace sluice::controllers::autoscaling {

using Pods = std::vector<client::ObjectPtr>;

// How far use may be from its goal, as a share of it, before something is done.
struct Tolerances {
  double down = 0.1;
  double up = 0.1;

  bool accept(double ratio) const { return 1.0 - down <= ratio && ratio <= 1.0 + up; }
};

// What pods should use of a resource on average: a share of what they request, or an amount.
struct Goal {
  std::string resource;                     // "cpu"
  std::string container;                    // empty: all
  std::optional<std::int64_t> utilization;  // percent
  std::int64_t average_milli = 0;           // without a utilization
  Tolerances tolerances = {};
};

// How many pods it would take, and what those there are use.
struct Proposal {
  std::int64_t replicas = 0;
  std::optional<std::int64_t> utilization;
  std::int64_t average_milli = 0;
};

// By the samples of these pods, `current` of which are wanted now. Pods that have not settled down,
// or whose use is unknown, are taken to be what speaks against a change. Fails in Kubernetes' words
// when there is too little to go by.
Result<Proposal> propose(const Goal& goal, const Pods& pods, Samples samples, std::int64_t current,
                         WallTime now);

}  // namespace sluice::controllers::autoscaling
