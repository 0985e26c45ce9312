// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "api/meta.h"
#include "json/value.h"
#include "machines/role.h"

namespace sluice::machines {

// The class of a Machine that starts by other means than a VirtualKubeletConfig and is a node of
// Slurm all the same, as a label; and of every Machine with our hooks, as an annotation, for when
// its VirtualKubeletConfig has gone.
inline constexpr const char* kNodeClass = "sluice.dev/node-class";
inline constexpr const char* kRole = "sluice.dev/role";             // such an annotation too
inline constexpr const char* kSlurmNode = "sluice.dev/slurm-node";  // and its name, when known

// Of a class that a SlurmCluster has made, as a label: the name of that.
inline constexpr const char* kSlurmCluster = "sluice.dev/slurm-cluster";

// As a label, that name is Slurm's: a node of its power saving, for which the machine was made, or
// what somebody says of a machine that we do not start.
inline std::string power_saved_node(const json::Value& machine) {
  return api::label(machine, kSlurmNode);
}

// What a Machine is to a Slurm cluster.
struct SlurmMachine {
  Role role = Role::kSlurmWorker;
  api::Key node_class;
  std::string node = {};  // its name there; empty: only the machine itself knows
  bool is_guess = false;  // nobody has said that name, and Slurm was not seen to have it

  friend bool operator==(const SlurmMachine&, const SlurmMachine&) = default;
};

// Nothing: the Machine is not one of Slurm. `config` is its VirtualKubeletConfig, or null. Once it
// can have started, the annotations of the Machine count more than what its config says by now.
std::optional<SlurmMachine> slurm_machine(const json::Value& machine, const json::Value& config);

// The class that a VirtualKubeletConfig names; without a name: none.
api::Key named_class(const json::Value& config);

// Whether the machine can have started; before that nobody knows it.
bool can_have_started(const json::Value& machine);

// Whether the Node is that of the Machine: core has said so, or it has the same providerID. Names
// alone say nothing, as two namespaces may have the same.
bool is_node_of(const json::Value& node, const json::Value& machine);

// Where the machine's agent listens; empty: nowhere yet.
std::string address_of(const json::Value& object);

// Whether both classes are about the same Slurm cluster. Those of other namespaces never are,
// whatever they say: who writes them may have no business with it.
bool is_same_cluster(const json::Value& node_class, const json::Value& other);

std::uint16_t agent_port(const json::Value& node_class);

}  // namespace sluice::machines
