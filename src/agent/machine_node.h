// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "agent/config.h"
#include "agent/supervisor.h"
#include "base/clock.h"
#include "json/value.h"

namespace sluice::agent {

// The Node that a machine of Slurm is to Kubernetes: it takes no pods, and is ready when its
// services are. Pure.

// To create when there is none.
json::Value build_node(const Config& config);

// Why the Node of that name is not this machine's: it has the providerID or the metal3.io/uuid of
// another one, core says that it is another Machine's, or its labels that it is one of another
// SlurmCluster. Empty: it may be.
std::string whose_node(const json::Value& node, const Config& config);

// What of metadata and spec has to change, as a merge patch: our labels, taints and the providerID.
// Nothing: nothing. What others have put there stays, that it is cordoned too.
std::optional<json::Value> node_patch(const json::Value& node, const Config& config);

// While a kubelet keeps the Node, our taint alone decides whether it takes pods.
json::Value closing_taint(const Config& config);
bool is_closed(const json::Value& node);
bool is_ready_by_kubelet(const json::Value& node);  // not as we showed it before

// What takes pods again: without our taint, and without what says that it is no real node.
std::optional<json::Value> opening_patch(const json::Value& node);

// How the machine is.
struct MachineReport {
  std::vector<ServiceReport> services;
  std::string address;
  std::string door_fault = {};  // why nobody can give orders to its agent
  // Where services are followed: why what is wanted is not what runs, and what a change of the pool
  // waits for.
  std::string services_fault = {};
  bool declared = true;  // there is something to follow
  std::string services_wait = {};  // for their turn to become what is wanted
  std::string pool_wait = {};
};

// That its services are ready for the first time, where nobody has noted it: `sluice times` reads
// it. Nothing: they are not, or it is noted.
std::optional<json::Value> first_ready_patch(const json::Value& node);

// Its status, starting from the present one so that times of conditions survive.
json::Value build_node_status(const json::Value& node, const Config& config,
                              const MachineReport& machine, WallTime now);

}  // namespace sluice::agent
