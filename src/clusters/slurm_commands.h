// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "client/pod_commands.h"
#include "clusters/cluster.h"
#include "slurmconf/closing.h"
#include "slurmconf/queue.h"

namespace sluice::clusters {

// Slurm's own commands, in the pod of a slurmctld of the cluster. Unavailable: it does not answer,
// or its pod cannot be reached.
class SlurmCommands final : public slurmconf::Doors {
 public:
  SlurmCommands(client::PodCommands& commands, const Cluster& cluster)
      : commands_(commands),
        ns_(cluster.ns),
        pod_(cluster.component("controller") + "-"),
        controllers_(cluster.controllers) {}

  Result<void> ping();
  Result<slurmconf::Queue> queue(bool also_over);  // jobs that wait and run, or all it knows
  // Of these jobs, those that accounting knows to be over.
  Result<std::vector<std::string>> over(const std::vector<std::string>& jobs);

  Result<std::map<std::string, std::string>> partition_states() override;
  Result<void> set_partition_state(const std::string& name, const std::string& state) override;
  Result<std::map<std::string, Node>> nodes_at_door(const std::vector<std::string>& names) override;
  Result<void> drain(const std::string& node, const std::string& reason) override;
  Result<void> undrain(const std::string& node) override;

  // Has slurmctld take over the files with this mark, once. Unavailable: they are not in the pod
  // yet; Internal: slurmctld does not want them, in its own words.
  Result<void> reconfigure(const std::string& mark);
  // Whether it has.
  Result<bool> has_taken_over(const std::string& mark);

  // A program beside one that can be reached, whatever it ends with.
  Result<client::CommandOutput> run(const char* container, std::vector<std::string> argv);

 private:
  Result<std::string> ask(std::vector<std::string> argv);

  client::PodCommands& commands_;
  const std::string ns_;
  const std::string pod_;  // without its number
  const std::int64_t controllers_;
};

}  // namespace sluice::clusters
