// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/pod_commands.h"
#include "remote/kubeconfig.h"

namespace sluice::remote {

// Programs in pods of any Kubernetes, by the subresource exec over a WebSocket, which API servers
// serve from 1.5 on; with input from 1.30 on, before which its end cannot be told.
class PodCommands final : public client::PodCommands {
 public:
  explicit PodCommands(Endpoint endpoint) : endpoint_(std::move(endpoint)) {}

  Result<client::CommandOutput> run(const client::PodCommand& command) override;

 private:
  const Endpoint endpoint_;
};

}  // namespace sluice::remote
