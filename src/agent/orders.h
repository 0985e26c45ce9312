// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "agent/config.h"
#include "agent/flip.h"
#include "agent/supervisor.h"
#include "base/clock.h"
#include "detach/detachments.h"
#include "detach/door.h"
#include "detach/endpoint.h"
#include "runtime/repeated.h"
#include "runtime/runnable.h"

namespace sluice::agent {

// Takes orders to detach the machine's node from Slurm, and to change stacks where it has two, and
// carries them out, on a thread of its own each. While the node leaves and when it has left, a file
// keeps slurmd and slurmctld from being started, whoever starts them: their units look for it.
class Orders final : public runtime::Runnable {
 public:
  struct Parts {
    const Config& config;  // says where it listens, if anywhere, and outlives it
    Supervisor& supervisor;
    Supervisor* kubernetes;  // of the other stack; null: there is none
    client::Client* client;  // null: there is no other stack
    detach::SlurmNodes& slurm;
    Clock& clock;
    std::function<void()> on_services;  // services are to be looked after anew
  };
  explicit Orders(const Parts& parts);

  std::string name() const override { return "orders"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override;

  void services_changed() {
    work_.wake();
    flips_.wake();
  }
  // Why nobody can give orders.
  std::string fault() const { return door_ == nullptr ? "" : door_->fault(); }
  detach::Detachments& detachments() { return detachments_; }

 private:
  detach::Machine machine(const Config& config);
  Result<void> advance_detachments();
  Result<void> advance_flip();

  Supervisor& supervisor_;
  const std::function<void()> on_services_;
  detach::Detachments detachments_;
  std::unique_ptr<Flip> flip_;                  // null: the machine has one stack only
  std::unique_ptr<detach::Endpoint> endpoint_;  // null: nobody gives orders from outside
  std::unique_ptr<detach::Door> door_;
  runtime::Repeated work_;
  runtime::Repeated flips_;
  runtime::Repeated watch_;  // of the door
};

}  // namespace sluice::agent
