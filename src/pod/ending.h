// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/clock.h"

namespace sluice::pod {

// The orderly end of a container's run within its grace period: first the preStop hook, then its
// turn among the containers of the pod, then the stop signal, at last force. Whoever used up the
// period before the signal has two seconds more. A process that could not hear the signal is looked
// at again until it can. No side effects.
class Ending {
 public:
  enum class Step { kWait, kSignal, kLookAgain, kKill };

  Ending(SteadyTime now, Duration grace, bool has_hook)
      : force_(now + grace), gentle_(grace > Duration(0)), hook_open_(has_hook) {}

  void hasten(SteadyTime now, Duration grace);  // never prolongs
  void hook_done() { hook_open_ = false; }
  void set_turn(bool turn) { turn_ = turn; }
  void not_heard(SteadyTime now);  // after kSignal, or kLookAgain, which is what follows a while later

  Step step(SteadyTime now);  // what to do now; ask again until it is kWait
  SteadyTime next() const;
  SteadyTime force() const { return force_; }

  static constexpr Duration kLeast = std::chrono::seconds(2);
  static constexpr Duration kLookFirst = std::chrono::milliseconds(10);
  static constexpr Duration kLookLast =
      std::chrono::seconds(1);  // each wait is twice the one before
  static constexpr Duration kKillAgain = std::chrono::seconds(10);  // the kernel may take its time

 private:
  SteadyTime force_;
  SteadyTime kill_at_{};
  std::optional<SteadyTime> look_at_;
  Duration look_again_ = kLookFirst;
  bool gentle_;
  bool hook_open_;
  bool turn_ = true;
  bool signalled_ = false;
};

}  // namespace sluice::pod
