// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

#include "base/clock.h"
#include "kubelet/startup.h"
#include "slurm/slurm.h"

namespace sluice::kubelet {

// Decides who may try to start at once. A try costs a process here and is refused while anything of
// more importance waits, so that many pods are faster through the queue: only a few try a second,
// none while pods of ours wait or after a refusal, for longer after each, and none when many run
// that way already: each has its srun on this machine. Who says "allocate" tries always. Nobody
// tries where slurmctld ends allocations whose srun is gone (InactiveLimit).
//
// A refused try stays in Slurm's accounts as a job that failed. So that we never cause one
// ourselves, nobody goes to the queue while others try. Thread-safe.
class StartGate {
 public:
  StartGate(slurm::Slurm& slurm, const Clock& clock) : slurm_(slurm), clock_(clock) {}

  // True: try, and then leave(). False: submit, and then queued(). Blocks until it is one's turn:
  // while a few try, for as long as starting one takes.
  bool enter(Startup startup);
  enum class Outcome { kStarted, kRefused, kSilence };
  void leave(Outcome outcome);
  void queued();

  // By slurmctld, about all jobs of ours.
  void answered(SteadyTime asked, bool anyone_waits, int allocations);

 private:
  bool allocations_last();
  bool may_try(std::unique_lock<std::mutex>& lock);
  bool is_quiet(SteadyTime now);  // mutex_ held

  slurm::Slurm& slurm_;
  const Clock& clock_;
  std::mutex mutex_;
  std::condition_variable moved_on_;      // somebody who tried or submitted
  std::optional<bool> allocations_last_;  // nothing: slurmctld has not said so yet
  int trying_ = 0;
  int submitting_ = 0;              // or about to
  std::deque<SteadyTime> entered_;  // in the last second
  unsigned refusals_ = 0;           // in a row
  SteadyTime not_before_{};
  std::optional<SteadyTime> queued_;  // the last batch job; nothing: none that may still wait
  bool anyone_waits_ = false;
  int allocations_ = 0;  // as far as was answered, and what has started since
};

}  // namespace sluice::kubelet
