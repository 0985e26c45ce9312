// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>

#include "base/clock.h"
#include "client/client.h"
#include "kubelet/node_object.h"
#include "runtime/runnable.h"
#include "runtime/thread_group.h"
#include "slurm/slurm.h"

namespace sluice::kubelet {

struct NodeOptions {
  std::string name;
  std::string partition;  // empty: Slurm's default
  std::string address;
  Duration interval = std::chrono::seconds(10);
};

// Keeps the virtual node and its lease in the API, from one thread: registers it, shows Slurm's
// capacity and whether slurmctld answers. Never gives up: what fails is tried again. Thread-safe.
class NodeKeeper final : public runtime::Runnable {
 public:
  NodeKeeper(NodeOptions options, client::Client& client, slurm::Slurm& slurm, Clock& clock);
  ~NodeKeeper() override;

  void wake();  // look now: slurmctld came or went

  // One round: ask Slurm, write what changed. The error is the API's.
  Result<void> refresh();

  std::string name() const override { return "node"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override { return threads_.await(deadline); }

 private:
  void run();
  void ask_slurm();
  Result<client::ObjectPtr> write_node();
  Result<void> renew_lease(const client::Object& node);

  const NodeOptions options_;
  client::Client& client_;
  slurm::Slurm& slurm_;
  Clock& clock_;
  NodeFacts facts_;  // used by the keeper's thread only, after start()

  std::mutex mutex_;
  std::condition_variable changed_;
  bool woken_ = false;
  bool stopping_ = false;
  runtime::ThreadGroup threads_;
};

}  // namespace sluice::kubelet
