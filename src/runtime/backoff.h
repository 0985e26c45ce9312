// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>

#include "base/clock.h"

namespace sluice::runtime {

// How long to wait after the n-th failure in a row: first, 2 first, 4 first, … at most `limit`.
// Without randomness, so that tests can say what happens when. Plain value.
struct BackoffLimits {
  Duration first = std::chrono::milliseconds(5);
  Duration limit = std::chrono::seconds(60);

  // failures >= 1
  Duration after(unsigned failures) const {
    Duration delay = first;
    for (unsigned i = 1; i < failures && delay < limit; ++i) {
      delay *= 2;
    }
    return std::min(delay, limit);
  }
};

// Counts failures in a row. Not thread-safe.
class Backoff {
 public:
  explicit Backoff(BackoffLimits limits) : limits_(limits) {}
  Duration next() { return limits_.after(++failures_); }
  void reset() { failures_ = 0; }

 private:
  BackoffLimits limits_;
  unsigned failures_ = 0;
};

}  // namespace sluice::runtime
