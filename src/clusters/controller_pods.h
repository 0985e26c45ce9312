// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/meta.h"
#include "base/command.h"
#include "client/pod_commands.h"

namespace sluice::clusters {

// Programs beside slurmctld of a SlurmCluster, in the first of its pods that can be reached: as
// SlurmUser, with its slurm.conf. That one cannot be started is Unavailable here. They are not told
// to stop before their time is up. Thread-safe.
class ControllerPods final : public CommandRunner {
 public:
  ControllerPods(client::PodCommands& commands, const api::Key& cluster);

  Result<CommandOutput> run(const Command& command) override;

 private:
  client::PodCommands& commands_;
  const api::Key cluster_;
};

}  // namespace sluice::clusters
