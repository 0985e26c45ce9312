// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "api/kind.h"
#include "client/client.h"
#include "runtime/informer.h"
#include "runtime/runnable.h"

namespace sluice::runtime {

// The informers of this process, one per kind, shared by everyone who needs that kind. of() is
// called while the program is wired together; start() then starts all and returns when every one
// has its first list: Timeout names those that have not. References stay valid as long as this.
class Informers final : public Runnable {
 public:
  Informers(client::Client& client, Clock& clock, Duration sync_timeout = std::chrono::seconds(60));

  Informer& of(const api::Kind& kind);

  std::string name() const override { return "informers"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override;

 private:
  client::Client& client_;
  Clock& clock_;
  const Duration sync_timeout_;
  std::mutex mutex_;  // guards the map's shape
  std::map<std::string, std::unique_ptr<Informer>> by_resource_;
};

}  // namespace sluice::runtime
