// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "agent/config.h"
#include "agent/follower.h"
#include "agent/gated_units.h"
#include "agent/orders.h"
#include "agent/supervisor.h"
#include "base/clock.h"
#include "base/command.h"
#include "base/fnv.h"
#include "client/client.h"
#include "runtime/repeated.h"
#include "runtime/runnable.h"

namespace sluice::agent {

// Looks after one machine: its services, and the Node that it is to Kubernetes, whose lease is
// renewed on a thread of its own. An API server that does not answer is tried again; services go on
// meanwhile. Stopping leaves the services running and the Node where it is.
class Agent final : public runtime::Runnable {
 public:
  struct Parts {
    std::function<std::string()> address;  // the machine's, as it is now
    client::Client* client;  // may be null: then there is no Node
    CommandRunner& runner;
    detach::SlurmNodes& slurm;  // its cluster, where the configuration has it take orders
    Clock& clock;
  };
  Agent(Config config, const Parts& parts);

  std::string name() const override { return "agent"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override;

 private:
  Result<void> look_after_services();
  bool has_lent_node() const;  // to a kubelet
  Result<void> show_node();

  const Config config_;
  const Parts parts_;
  std::unique_ptr<GatedUnits> units_;  // null: all services have units of their own
  Supervisor supervisor_;
  std::unique_ptr<Supervisor> kubernetes_;  // of the other stack; null: there is none
  SteadyTime next_look_{};                  // of the thread of services_
  SteadyTime last_change_{};                // of a service, on the same thread
  std::atomic<bool> has_node_ = false;      // and no other machine has it: its lease is renewed
  std::atomic<std::uint64_t> shown_conf_ = fnv1a("");  // of Slurm's files: what the Node says
  runtime::Repeated services_;
  runtime::Repeated node_;
  runtime::Repeated lease_;
  std::unique_ptr<Orders> orders_;      // null: it takes none
  std::unique_ptr<Follower> follower_;  // null: its configuration says what runs
};

}  // namespace sluice::agent
