// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"

namespace sluice::detach {

// Its wall clock is set while it runs, as that of a machine that has just started. For tests.
class SetClock final : public Clock {
 public:
  WallTime now() const override { return time.now() + set_by; }
  SteadyTime steady() const override { return time.steady(); }
  void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
                  SteadyTime deadline) override {
    time.wait_until(lock, changed, deadline);
  }

  FakeClock time;
  Duration set_by{};
};

}  // namespace sluice::detach
