// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "client/client.h"
#include "controllers/scheduler/pod_facts.h"
#include "controllers/scheduler/pod_volumes.h"
#include "controllers/scheduler/spread.h"

namespace sluice::controllers::scheduler {

// What the pods that are there mean for one that is to be placed. A domain is a label of nodes with
// its value; counts of zero are left out but for spreading, where an empty domain matters. Plain
// value, copied to try what would be with other pods.
struct Relations {
  using Domain = std::pair<std::string, std::string>;
  std::map<Domain, std::int64_t> wanted;                    // pods that it must be with
  bool wants_itself = false;                                // it is such a pod: it may be the first
  std::map<Domain, std::int64_t> unwanted;                  // pods that it must not be with
  std::map<Domain, std::int64_t> hostile;                   // pods that must not be with it
  std::vector<std::map<std::string, std::int64_t>> spread;  // for each constraint, by value
  std::int64_t exclusive_claims_in_use = 0;
};

// A pod that is to be placed, with all that is found out once and not for every node.
struct Attempt {
  const client::Object& pod;
  PodFacts facts;
  std::vector<std::string> partitions = {};  // that it asks for and that nodes stand for
  std::optional<std::set<std::string>> names = std::nullopt;  // of the nodes it may be on
  std::vector<SpreadConstraint> spread = {};                  // those that must hold
  PodVolumes volumes = {};
  Relations relations = {};
};

}  // namespace sluice::controllers::scheduler
