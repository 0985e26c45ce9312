// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "pod/pod_volumes.h"

namespace sluice::pod {

// Watches how much the pod keeps in volumes that have a limit but no file system of their own:
// emptyDir on disk. Who asks gets an answer from the disk, but never spends more than a small part
// of the time on it. Used by the runner's thread only; `volumes` outlives it.
class VolumeLimits {
 public:
  VolumeLimits(std::vector<LimitedVolume> volumes, const Clock& clock)
      : volumes_(std::move(volumes)), clock_(clock) {}

  // Why the pod must go, in upstream's words; nothing: all keep their limits, or it is too early
  // for another look.
  std::optional<std::string> look();

 private:
  const std::vector<LimitedVolume> volumes_;
  const Clock& clock_;
  SteadyTime next_{};
};

// What the files below a directory take on disk, links to one counted once; no more is counted when
// `enough` is reached. What cannot be looked at counts for nothing.
std::int64_t bytes_below(const std::filesystem::path& directory, std::int64_t enough);

}  // namespace sluice::pod
