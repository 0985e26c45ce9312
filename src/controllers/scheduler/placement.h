// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "controllers/scheduler/attempt.h"
#include "controllers/scheduler/cluster.h"
#include "controllers/scheduler/filters.h"

namespace sluice::controllers::scheduler {

// Why no node takes a pod, told as Kubernetes does:
// "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) had untolerated taint(s)."
struct Diagnosis {
  std::size_t nodes = 0;
  std::string fault;                   // of the pod itself: nodes were not even asked
  std::map<std::string, int> reasons;  // and how many nodes have each
};
std::string explain(const Diagnosis& diagnosis);

struct Placement {
  std::string node;  // empty: there is none, and the rest says why
  Diagnosis diagnosis;
  std::map<std::string, Fit> fits;  // of the nodes that object
  Events helped_by = 0;
};

// A pod and what its place depends on.
Attempt prepare(Cluster& cluster, const client::Object& pod, PodVolumes volumes);

// Finds the best node. The attempt belongs to the cluster as it is now.
Placement place(Cluster& cluster, const Attempt& attempt);

// The filters' word about a node with these pods on it and, as a second thought, with those at
// least as important that are nominated to it.
Verdict judge_with_nominated(const Cluster& cluster, const Attempt& attempt, const Place& place);

}  // namespace sluice::controllers::scheduler
