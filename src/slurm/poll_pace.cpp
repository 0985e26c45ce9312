// SPDX-License-Identifier: Apache-2.0
#include "slurm/poll_pace.h"

#include <algorithm>

namespace sluice::slurm {
namespace {

constexpr Duration kChangedRecently = std::chrono::seconds(2);
constexpr Duration kQuiet = std::chrono::seconds(30);

}  // namespace

Duration PollPace::interval(Duration since_change, Duration query_took) const {
  const Duration wanted = since_change < kChangedRecently ? fastest
                          : since_change < kQuiet         ? steady
                                                          : slowest;
  return std::min(std::max(wanted, query_took * cost_factor), std::max(slowest, query_took));
}

}  // namespace sluice::slurm
