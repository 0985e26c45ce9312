// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "runtime/runnable.h"
#include "runtime/thread_group.h"

namespace sluice::runtime {

// Work that is done again and again on a thread of its own: an interval after it was done, soon
// after it failed (which is logged), at once when woken. Thread-safe.
class Repeated final : public Runnable {
 public:
  struct Options {
    std::string name;  // "node"
    Duration interval{};
    Duration after_error = std::chrono::seconds(1);
  };
  Repeated(Options options, std::function<Result<void>()> work, Clock& clock);
  ~Repeated() override;

  void wake();
  // From the work itself: this time the next one comes so soon.
  void again_after(Duration pause);

  std::string name() const override { return options_.name; }
  // The first time comes after an interval, unless woken.
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override { return threads_.await(deadline); }

 private:
  void run();

  const Options options_;
  const std::function<Result<void>()> work_;
  Clock& clock_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool woken_ = false;
  std::optional<Duration> pause_;
  bool stopping_ = false;
  ThreadGroup threads_;
};

}  // namespace sluice::runtime
