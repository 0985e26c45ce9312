// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "api/kind.h"
#include "api/meta.h"
#include "base/result.h"
#include "client/client.h"
#include "json/value.h"

namespace sluice::machines {

// Slurm's power saving with machines of Cluster API: each node has a MachineDeployment of its own,
// a copy of one that is the pattern for all. It has one machine while Slurm wants the node, else
// none, so that the wish outlives whoever wrote it.
struct PowerSaving {
  client::Client& client;
  const api::Kind& deployments;
  const api::Kind& machines;
  api::Key pattern;
};

// Pure: the MachineDeployment of a node, with a machine.
json::Value deployment_of(const json::Value& pattern, const std::string& node);
std::string deployment_name(const std::string& pattern, const std::string& node);

// The node shall have a machine, or none. Both may be repeated; a resumed one without machine gets
// what the pattern says now. NotFound: there is no pattern.
Result<void> resume(const PowerSaving& power, const std::string& node);
Result<void> suspend(const PowerSaving& power, const std::string& node);

// Pure: how far a Machine came, in words of its conditions; empty: nothing is wrong with it.
std::string what_it_lacks(const json::Value& machine);

// What keeps the machine of a node away, in one line.
std::string why_without_machine(const PowerSaving& power, const std::string& node);

}  // namespace sluice::machines
