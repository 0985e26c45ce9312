// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "agent/config.h"
#include "agent/followed_services.h"
#include "agent/installation.h"
#include "agent/supervisor.h"
#include "base/clock.h"
#include "base/command.h"
#include "client/client.h"
#include "detach/detachments.h"
#include "runtime/informer.h"
#include "runtime/runnable.h"

namespace sluice::agent {

// Watches the NodeServices object that a machine runs, and the machine's own Node, and has what
// they say done (followed_services.h) whenever step() is called. An API server that is not there
// holds up nothing that was known before; one that says that there is no such object is asked again
// before it is believed.
class Follower final : public runtime::Runnable {
 public:
  struct Parts {
    const Config& config;  // names the object, and outlives it
    client::Client& client;
    CommandRunner& runner;
    Supervisor& supervisor;
    detach::Detachments& detachments;
    Clock& clock;
    std::function<void()> on_news;  // there may be something to do
  };
  explicit Follower(const Parts& parts);

  Result<void> resume() { return services_.resume(); }  // before all else

  std::string name() const override { return "follower"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override;

  Result<void> step();
  FollowedServices::View view() const { return services_.view(); }

 private:
  Result<bool> is_gone();

  const Config& config_;
  client::Client& client_;
  runtime::Informer objects_;
  runtime::Informer nodes_;
  Installation installation_;
  FollowedServices services_;
};

}  // namespace sluice::agent
