// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "slurm/slurm.h"

// The heart of "exactly once", without side effects: what is known about a pod and its newest
// attempt in, the one next thing to do out. Every crash of kubelet, runner or slurmctld is just
// another combination of facts.
//
// Invariants the facts obey: a runner starts nothing without a claim; only the next run of a
// requeued job may claim what a runner had, and nobody what the kubelet has; an attempt owned by
// the kubelet will therefore never run, whatever jobs still exist for it.
namespace sluice::kubelet {

enum class Owner { kNobody, kRunner, kKubelet };

// What Slurm's answers say about the attempt's job.
enum class JobSeen {
  kNotAsked,  // no answer that was asked for after the submission: nothing can be said
  kMissing,   // a complete answer is without it
  kThere,
};

struct AttemptFacts {
  std::int64_t number = 0;  // 0: the pod has no attempt yet
  bool recorded = false;    // the submission was acknowledged and its job id written down
  Owner owner = Owner::kNobody;
  bool given_up = false;       // the kubelet's claim says that the pod has failed
  bool finished = false;       // the runner has said its last word
  bool interrupted = false;    // but not why it had to end: Slurm knows
  bool requeued = false;       // Slurm has taken the job back since, and will start it again
  bool accounts_open = false;  // accounting may know more of the job, and has not been heard
  JobSeen seen = JobSeen::kNotAsked;
  slurm::JobState state = slurm::JobState::kUnknown;
  bool launch_failed = false;        // held by Slurm after a failed launch
  bool allocated = false;            // an allocation, which says nothing about its step
  Duration bare_for{0};              // since an allocation was first seen
  Duration silence{0};               // since the runner's sequence grew, as seen from here
  Duration asked_after{0};           // that long after it grew Slurm was last heard
  Duration over_for{0};              // since the job was first seen over
  std::int64_t launch_failures = 0;  // of this pod, this attempt not counted
  Duration until_next{0};            // back-off left before another attempt
};

struct PodFacts {
  bool exists = true;  // in the API
  bool deleting = false;
  bool terminal = false;    // Succeeded or Failed in the API
  bool once = false;        // it may not run again when Slurm requeues its job
  bool stop_asked = false;  // the runner was told to stop
  Duration until_force{0};  // grace left after that
};

enum class Act {
  kRest,      // nothing to do until something changes
  kWait,      // come back after `again`
  kBegin,     // write and submit the next attempt
  kRecord,    // the job was found by its comment: write its id down
  kFollow,    // show what job and runner say
  kAsk,       // ask accounting, before anything is concluded
  kRevoke,    // claim the attempt for the kubelet; losing means that a runner has it
  kGiveUp,    // the same, and the pod has failed: `reason`, `message` come from the job
  kConclude,  // the runner's last word, or the kubelet's claim, is the outcome
  kLost,      // the runner died: the outcome is what Slurm says, or that nobody knows
  kStop,      // tell the runner to stop
  kForce,     // cancel the job
  kConfirm,   // nothing is left: the pod may leave the API
  kForget,    // nothing is left and the pod is gone: remove the directories
};

struct Decision {
  Act act = Act::kRest;
  Duration again{0};  // look again after this even if nothing changes; 0: no need
  bool counts_as_launch_failure = false;  // of kRevoke
};

struct DecisionLimits {
  Duration heartbeat_lost = std::chrono::seconds(60);
  Duration last_word = std::chrono::seconds(5);  // a shared file system may lag behind slurmctld
  Duration recheck = std::chrono::seconds(5);
  Duration launch = std::chrono::seconds(15);       // of the step in an allocation
  Duration left_behind = std::chrono::seconds(30);  // an allocation whose runner has ended
  std::int64_t launch_failures = 6;
};

Decision decide(const PodFacts& pod, const AttemptFacts& attempt,
                const DecisionLimits& limits = {});

}  // namespace sluice::kubelet
