// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"

namespace sluice::pod {

// The orderly end of a container's run within its grace period: first the preStop hook, then its
// turn among the containers of the pod, then the stop signal, at last force. Whoever used up the
// period before the signal has two seconds more. No side effects.
class Ending {
 public:
  enum class Step { kWait, kSignal, kKill };

  Ending(SteadyTime now, Duration grace, bool has_hook)
      : force_(now + grace), gentle_(grace > Duration(0)), hook_open_(has_hook) {}

  void hasten(SteadyTime now, Duration grace);  // never prolongs
  void hook_done() { hook_open_ = false; }
  void set_turn(bool turn) { turn_ = turn; }

  Step step(SteadyTime now);  // what to do now; ask again until it is kWait
  SteadyTime next() const { return signalled_ ? kill_at_ : force_; }
  SteadyTime force() const { return force_; }

  static constexpr Duration kLeast = std::chrono::seconds(2);
  static constexpr Duration kKillAgain = std::chrono::seconds(10);  // the kernel may take its time

 private:
  SteadyTime force_;
  SteadyTime kill_at_{};
  bool gentle_;
  bool hook_open_;
  bool turn_ = true;
  bool signalled_ = false;
};

}  // namespace sluice::pod
