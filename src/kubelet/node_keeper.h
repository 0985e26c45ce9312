// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/clock.h"
#include "client/client.h"
#include "kubelet/node_object.h"
#include "runtime/repeated.h"
#include "runtime/runnable.h"
#include "slurm/slurm.h"

namespace sluice::kubelet {

struct NodeOptions {
  std::string name;
  std::string partition;  // empty: Slurm's default
  std::string address;
  std::uint16_t port = 0;  // of the kubelet's endpoints there; 0: it has none
  Executor executor = Executor::kSlurm;
  bool reserved = false;  // pods must tolerate its taint
  Duration interval = std::chrono::seconds(10);
};

// Keeps the virtual node in the API: registers it, shows Slurm's capacity and whether slurmctld
// answers; and its lease, on a thread of its own, because Slurm may take minutes to answer. Never
// gives up: what fails is tried again. Thread-safe.
class NodeKeeper final : public runtime::Runnable {
 public:
  NodeKeeper(NodeOptions options, client::Client& client, slurm::Slurm& slurm, Clock& clock);

  void wake() { node_.wake(); }  // look now: slurmctld came or went

  std::string name() const override { return "node"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override;

 private:
  // One round: ask Slurm, write what changed. The error is the API's.
  Result<void> refresh();
  void ask_slurm();
  Result<void> write_node();
  Result<void> renew();

  const NodeOptions options_;
  client::Client& client_;
  slurm::Slurm& slurm_;
  Clock& clock_;
  NodeFacts facts_;  // used by the thread of `node_` only, after start()
  runtime::Repeated node_;
  runtime::Repeated lease_;
};

}  // namespace sluice::kubelet
