// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "client/pod_access.h"
#include "client/pod_commands.h"

namespace sluice::clusters {

// Programs in pods of kubelets of this process.
class KubeletCommands final : public client::PodCommands {
 public:
  KubeletCommands(client::PodAccess& pods, Clock& clock) : pods_(pods), clock_(clock) {}

  Result<client::CommandOutput> run(const client::PodCommand& command) override;

 private:
  client::PodAccess& pods_;
  Clock& clock_;
};

}  // namespace sluice::clusters
