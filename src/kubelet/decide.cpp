// SPDX-License-Identifier: Apache-2.0
#include "kubelet/decide.h"

#include <algorithm>

#include "kubelet/state_meaning.h"

namespace sluice::kubelet {
namespace {

using slurm::JobState;

// What the facts amount to.
enum class Standing {
  kNone,       // no attempt
  kVoid,       // the kubelet's: never runs
  kFailed,     // the kubelet's, and the pod has failed
  kFinished,   // the runner said how it ended
  kStopped,    // the same, but why it had to end Slurm will tell
  kRequeued,   // the runner's run is over, and the job will have another one
  kUnsure,     // nobody's, and Slurm has not been asked since
  kFound,      // nobody's, acknowledgement lost, but the job exists
  kQueued,     // nobody's, the job is alive
  kUnstarted,  // nobody's, and no job will claim it unless slurmctld is wrong
  kRunning,    // the runner's, and alive as far as one can tell
  kEnding,     // the runner's, its job is over, its last word may be on its way
  kDead,       // the runner's, and it will not speak again
};

bool is_alive(const AttemptFacts& attempt) {
  return attempt.seen == JobSeen::kThere && !slurm::is_final(attempt.state) &&
         !attempt.launch_failed;
}

// An allocation whose step should long have claimed the attempt: whoever was to launch it died.
bool is_bare(const AttemptFacts& attempt, const DecisionLimits& limits) {
  return attempt.allocated && attempt.bare_for >= limits.launch;
}

// A job that waits although its runner has started, and was not requeued: slurmctld came back with
// an older state, and that runner is a leftover it does not know of. Its heartbeat tells, as it
// does in an allocation, which goes on when its runner is dead.
bool is_with_its_runner(const AttemptFacts& attempt) {
  return is_alive(attempt) && attempt.state != JobState::kPending && !attempt.allocated;
}

Standing standing_of_runner(const AttemptFacts& attempt, const DecisionLimits& limits) {
  if (attempt.requeued) {
    return Standing::kRequeued;
  }
  if (attempt.seen == JobSeen::kThere && slurm::is_final(attempt.state)) {
    return attempt.over_for < limits.last_word ? Standing::kEnding : Standing::kDead;
  }
  if (attempt.seen == JobSeen::kNotAsked || is_with_its_runner(attempt)) {
    return Standing::kRunning;
  }
  return attempt.silence < limits.heartbeat_lost ? Standing::kRunning : Standing::kDead;
}

// Somebody outside ended the pod: its job's last state is the reason. A job that nobody knows any
// more will not tell; nor will an allocation that goes on without its runner: slurmctld came back
// with an older state, and has forgotten whom it told to end.
Standing standing_of_interrupted(const AttemptFacts& attempt, const DecisionLimits& limits) {
  if (attempt.requeued) {
    return Standing::kRequeued;
  }
  const bool over = attempt.seen == JobSeen::kThere && slurm::is_final(attempt.state);
  const bool forgotten = attempt.allocated && attempt.state == JobState::kRunning &&
                         attempt.asked_after >= limits.left_behind;
  return over || forgotten || attempt.seen == JobSeen::kMissing ? Standing::kFinished
                                                                : Standing::kStopped;
}

Standing standing_of(const AttemptFacts& attempt, const DecisionLimits& limits) {
  if (attempt.number == 0) {
    return Standing::kNone;
  }
  if (attempt.owner == Owner::kKubelet) {
    return attempt.given_up ? Standing::kFailed : Standing::kVoid;
  }
  if (attempt.finished) {
    return attempt.interrupted ? standing_of_interrupted(attempt, limits) : Standing::kFinished;
  }
  if (attempt.owner == Owner::kRunner) {
    return standing_of_runner(attempt, limits);
  }
  if (attempt.seen == JobSeen::kNotAsked) {
    return attempt.recorded ? Standing::kQueued : Standing::kUnsure;
  }
  if (!is_alive(attempt) || is_bare(attempt, limits)) {
    return Standing::kUnstarted;
  }
  return attempt.recorded ? Standing::kQueued : Standing::kFound;
}

// Of an attempt nobody owns: did Slurm fail to start it, or did somebody decide against it?
bool was_ended_on_purpose(const AttemptFacts& attempt) {
  return attempt.seen == JobSeen::kThere && meaning_of(attempt.state).on_purpose;
}

Decision replace(const AttemptFacts& attempt, const DecisionLimits& limits) {
  if (was_ended_on_purpose(attempt)) {
    return {Act::kGiveUp};
  }
  // A job that slurmctld never had or forgot says nothing about whether jobs can start.
  const bool failure = attempt.seen == JobSeen::kThere;
  if (failure && attempt.launch_failures + 1 >= limits.launch_failures) {
    return {Act::kGiveUp};
  }
  return {.act = Act::kRevoke, .counts_as_launch_failure = failure};
}

// How long a runner nobody else vouches for is left alone.
Duration until_heard(const AttemptFacts& attempt, const DecisionLimits& limits) {
  if (is_with_its_runner(attempt)) {
    return Duration(0);
  }
  return is_alive(attempt) && attempt.allocated ? limits.heartbeat_lost - attempt.silence
                                                : limits.recheck;
}

// What accounting says would change what is concluded.
bool needs_accounts(const AttemptFacts& attempt, Standing standing) {
  return attempt.accounts_open &&
         (standing == Standing::kUnstarted || standing == Standing::kDead ||
          (standing == Standing::kFinished && attempt.interrupted));
}

Decision run(const PodFacts& pod, const AttemptFacts& attempt, const DecisionLimits& limits) {
  const Standing standing = standing_of(attempt, limits);
  if (needs_accounts(attempt, standing)) {
    return {Act::kAsk, limits.recheck};
  }
  switch (standing) {
    case Standing::kNone:
    case Standing::kVoid:
      return attempt.until_next > Duration(0) ? Decision{Act::kWait, attempt.until_next}
                                              : Decision{Act::kBegin};
    case Standing::kFailed:
    case Standing::kFinished:
      return {Act::kConclude};
    case Standing::kUnsure:
      return {Act::kWait, limits.recheck};
    case Standing::kStopped:
      return {Act::kFollow, limits.recheck};
    case Standing::kRequeued:
      // Slurm holds what it could not launch again until somebody releases it.
      return pod.once || attempt.launch_failed ? Decision{Act::kLost}
                                               : Decision{Act::kFollow, limits.recheck};
    case Standing::kFound:
      return {Act::kRecord};
    case Standing::kQueued:
      return {Act::kFollow, attempt.allocated ? limits.launch - attempt.bare_for : Duration(0)};
    case Standing::kUnstarted:
      return replace(attempt, limits);
    case Standing::kRunning:
      // Where slurmctld vouches for the job, its answers bring the pod back; else its heart is
      // heard.
      return {Act::kFollow, until_heard(attempt, limits)};
    case Standing::kEnding:
      return {Act::kFollow, limits.last_word - attempt.over_for};
    case Standing::kDead:
      return {Act::kLost};
  }
  return {};
}

// The pod is to end. `done` is what follows when nothing of it is left.
Decision end(const PodFacts& pod, const AttemptFacts& attempt, const DecisionLimits& limits,
             Act done) {
  const Standing standing = standing_of(attempt, limits);
  switch (standing) {
    case Standing::kNone:
    case Standing::kVoid:
      return {done};
    case Standing::kFailed:
    case Standing::kFinished:
    case Standing::kStopped:
      return pod.terminal || !pod.exists ? Decision{done} : Decision{Act::kConclude};
    case Standing::kDead:
      return pod.terminal || !pod.exists ? Decision{done} : Decision{Act::kLost};
    case Standing::kUnsure:
    case Standing::kFound:
    case Standing::kQueued:
    case Standing::kUnstarted:
    case Standing::kRequeued:
      return {Act::kRevoke};
    case Standing::kEnding:
      return {Act::kWait, limits.last_word - attempt.over_for};
    case Standing::kRunning:
      break;
  }
  if (!pod.stop_asked) {
    return {Act::kStop, pod.until_force};
  }
  return pod.until_force > Duration(0)
             ? Decision{Act::kFollow, std::min(pod.until_force, limits.recheck)}
             : Decision{Act::kForce, limits.recheck};
}

}  // namespace

Decision decide(const PodFacts& pod, const AttemptFacts& attempt, const DecisionLimits& limits) {
  if (!pod.exists) {
    return end(pod, attempt, limits, Act::kForget);
  }
  if (pod.deleting) {
    return end(pod, attempt, limits, Act::kConfirm);
  }
  if (pod.terminal) {
    return end(pod, attempt, limits, Act::kRest);
  }
  return run(pod, attempt, limits);
}

}  // namespace sluice::kubelet
