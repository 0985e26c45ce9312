// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "images/store.h"

namespace sluice::images {

struct PruneCandidate {
  std::string id;
  std::int64_t size = 0;
  WallTime last_used;
};

// The ids to remove, the longest unused first. Pure.
std::vector<std::string> plan_prune(std::vector<PruneCandidate> images, const PrunePolicy& policy,
                                    WallTime now);

}  // namespace sluice::images
