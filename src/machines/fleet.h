// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "client/client.h"
#include "machines/agents.h"
#include "machines/slurm_machine.h"
#include "runtime/custom_informers.h"
#include "runtime/informer.h"

namespace sluice::machines {

// Machines, and what belongs to them, as informers know it. Thread-safe; null where there is none.
class Fleet {
 public:
  struct Parts {
    const runtime::Informer& configs;
    const runtime::Informer& classes;
    const runtime::Informer& nodes;
    const runtime::CustomInformers& foreign;  // Machines and Clusters, where they are defined
  };
  struct Member {
    client::ObjectPtr machine;
    SlurmMachine slurm;
    client::ObjectPtr node_class;  // null: it has gone
  };

  explicit Fleet(const Parts& parts) : parts_(parts) {}

  // Whether the absence of an object means anything yet.
  bool is_complete() const;

  api::KindPtr machine_kind() const;  // in the version that the server has
  client::ObjectPtr machine(const api::Key& key) const;
  client::ObjectPtr cluster_of(const client::Object& machine) const;
  client::ObjectPtr config_of(const client::Object& machine) const;
  client::ObjectPtr node_class(const api::Key& key) const { return parts_.classes.get(key); }
  client::ObjectPtr node_of(const client::Object& machine, const SlurmMachine& slurm) const;
  // Also one in a cluster that this operator does not see.
  bool has_node(const client::Object& machine, const SlurmMachine& slurm) const;
  std::optional<SlurmMachine> slurm(const client::Object& machine) const;

  std::vector<client::ObjectPtr> machines() const;
  std::vector<Member> of_class(const api::Key& node_class) const;
  bool is_named_by_config(const api::Key& node_class) const;
  std::vector<client::ObjectPtr> with_hostname(const std::string& ns,
                                               const std::string& hostname) const;
  std::vector<Member> of_cluster(const client::Object& node_class) const;  // the Slurm cluster

  // Nothing: neither Node nor Machine has an address yet. Where its class has gone it listens at
  // the usual port.
  std::optional<AgentAt> agent_of(const client::Object& machine, const SlurmMachine& slurm) const;

  // Those of the machines on which a slurmctld of the cluster runs, or may run: who is likely to
  // answer first; last the SlurmCluster that it is. None: somebody else's machine is it.
  std::vector<AgentAt> controller_agents(const client::Object& node_class) const;

 private:
  std::optional<AgentAt> slurm_cluster_of(const client::Object& node_class) const;

  const Parts parts_;
};

}  // namespace sluice::machines
