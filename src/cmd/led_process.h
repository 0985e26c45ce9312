// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "client/client.h"
#include "runtime/informers.h"
#include "runtime/leadership.h"
#include "runtime/manager.h"

namespace sluice::cmd {

// A process that acts for any Kubernetes API server, of which several may run: the one that holds
// the lease acts. Wired by one thread: what is added to the manager starts after the informers.
class LedProcess {
 public:
  struct Options {
    api::Key lease;
    std::string ready;  // what is logged when it acts: "controllers run"
    bool elect = true;  // false: act at once
  };
  LedProcess(std::unique_ptr<client::Client> client, Options options);

  client::Client& client() { return *client_; }
  Clock& clock() { return clock_; }
  runtime::Informers& informers() { return informers_; }
  runtime::Manager& manager() { return manager_; }

  // `prepare`, then everything, until one of the signals comes or the lease is lost. Returns the
  // exit code; reports what went wrong.
  int run(const sigset_t& signals, const std::function<Result<void>()>& prepare = {});

 private:
  void start(const std::function<Result<void>()>& prepare);

  RealClock clock_;
  std::unique_ptr<client::Client> client_;
  runtime::Leadership leadership_;
  runtime::Informers informers_;
  runtime::Manager manager_;
  const std::string ready_;
  std::atomic<bool> failed_ = false;
};

}  // namespace sluice::cmd
