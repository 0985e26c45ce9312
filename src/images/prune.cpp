// SPDX-License-Identifier: Apache-2.0
#include "images/prune.h"

#include <algorithm>

namespace sluice::images {

std::vector<std::string> plan_prune(std::vector<PruneCandidate> images, const PrunePolicy& policy,
                                    WallTime now) {
  std::int64_t total = 0;
  for (const PruneCandidate& image : images) {
    total += image.size;
  }
  std::sort(images.begin(), images.end(), [](const PruneCandidate& a, const PruneCandidate& b) {
    return a.last_used < b.last_used;
  });
  std::vector<std::string> removed;
  for (const PruneCandidate& image : images) {
    const auto unused = now - image.last_used;
    const bool too_old = policy.unused_for && unused >= *policy.unused_for;
    const bool too_much = policy.max_bytes && total > *policy.max_bytes;
    if ((too_old || too_much) && unused >= policy.grace && !policy.in_use.contains(image.id)) {
      removed.push_back(image.id);
      total -= image.size;
    }
  }
  return removed;
}

}  // namespace sluice::images
