// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "base/clock.h"
#include "base/result.h"
#include "pod/protocol.h"

namespace sluice::pod {

struct Ownership {
  std::int64_t place = 0;           // of our claim
  std::optional<PodReport> before;  // what the run before ours has come to
};

struct Patience {
  const Clock& clock;
  int signals;       // readable: we are to end; -1: never
  Duration silence;  // of a run we cannot see any other way, after which it is dead
};

// Makes the attempt ours, or AlreadyExists: somebody else has it. Who comes first gets it. The run
// of a job that Slurm has requeued takes it over from the run before it, unless the pod has come to
// its end, and only once that run is certain not to go on: it has said so, its process on this very
// machine is gone, or it has not been heard for a while (its node was lost). Waits for that.
Result<Ownership> own_attempt(const std::filesystem::path& attempt_dir, Claim claim,
                              const Patience& patience);

}  // namespace sluice::pod
