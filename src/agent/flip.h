// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <optional>

#include "agent/config.h"
#include "agent/flip_decision.h"
#include "agent/supervisor.h"
#include "base/clock.h"
#include "client/client.h"
#include "detach/detachments.h"
#include "detach/stack.h"

namespace sluice::agent {

// A machine that has the software of both changes from Slurm to Kubernetes and back
// (flip_decision.h). What was ordered is in a file; how far it is, is seen. step() is called by one
// thread, the rest by any.
class Flip {
 public:
  struct Parts {
    const Config& config;
    Supervisor& slurm;
    Supervisor& kubernetes;
    detach::Detachments& detachments;
    client::Client& client;
    Clock& clock;
    std::function<void()> on_order;     // there is something to do
    std::function<void()> on_services;  // services are to be looked after anew
  };
  explicit Flip(Parts parts) : parts_(std::move(parts)) {}

  // Reads the file of an earlier process, if there is one.
  Result<void> resume();

  // Everything that can be done now. What goes wrong is told in the progress and tried again.
  void step();

  // Without an order only tells how far it is.
  Result<detach::StackProgress> order(const std::optional<detach::StackOrder>& order);

 private:
  struct Wish {
    detach::StackOrder order = {};
    WallTime since{};  // from when on deadlines count
    // When this process came to know it, and how old it was then: clocks on the wall may be set.
    SteadyTime known_since{};
    Duration age_before{};

    bool is_forced(SteadyTime now) const;
  };
  Result<FlipView> look(const Wish& wish);
  Result<void> act(FlipAct act, const Wish& wish);
  Result<client::ObjectPtr> node();

  const Parts parts_;
  std::vector<client::ObjectPtr> pods_;  // that step() saw last, and what kept one of them
  std::string pods_wait_;
  std::mutex mutex_;          // guards what follows
  std::optional<Wish> wish_;  // nothing: nobody has ordered anything
  detach::StackProgress progress_;
};

}  // namespace sluice::agent
