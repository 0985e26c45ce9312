// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "base/clock.h"

namespace sluice::controllers::owned {

// How often pods have failed in which place, as far as this process remembers, and how long the
// next that fails has to stay there before it is replaced: one second, two, and so on up to a
// quarter of an hour. Who has not failed for half an hour begins anew. Thread-safe.
class Failures {
 public:
  explicit Failures(Clock& clock) : clock_(clock) {}

  // Since the last time a failed pod was removed; zero: it may go.
  Duration rest(const std::string& place);

  // A failed pod is removed.
  void note(const std::string& place);

 private:
  struct Entry {
    unsigned count = 0;
    SteadyTime last;
  };

  void forget_old();

  Clock& clock_;
  std::mutex mutex_;
  std::map<std::string, Entry> places_;
};

}  // namespace sluice::controllers::owned
