// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/clock.h"
#include "base/result.h"

namespace sluice::runtime {

// A long-lived part of the program with threads of its own: informers, a controller, a server.
// start() once; request_stop() from any thread, also before or during start().
class Runnable {
 public:
  virtual ~Runnable() = default;
  virtual std::string name() const = 0;

  // Returns when the part does its work; what starts after it may rely on it.
  virtual Result<void> start() = 0;

  // Begins to stop and returns at once. Idempotent.
  virtual void request_stop() = 0;

  // True when all its threads have ended, false when `deadline` came first.
  virtual bool await_stopped(SteadyTime deadline) = 0;
};

}  // namespace sluice::runtime
