// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "base/clock.h"

namespace sluice::slurm {

// How often to ask for jobs. Changes and queries that cost little make it fast, rest and costly
// ones slow.
struct PollPace {
  Duration fastest = std::chrono::milliseconds(250);
  Duration steady = std::chrono::seconds(1);
  Duration slowest = std::chrono::seconds(5);
  int cost_factor = 20;  // at most a twentieth of the time is spent asking

  Duration interval(Duration since_change, Duration query_took) const;
};

}  // namespace sluice::slurm
