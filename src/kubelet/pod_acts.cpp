// SPDX-License-Identifier: Apache-2.0
// Order that must not change: an attempt is claimed before its successor is begun; a pod leaves the
// API only after nothing can run for it any more; its directories go last, because they hold the
// claims. Jobs of attempts nobody stands behind any more are cancelled by the tracker's answers
// (strays), by the identity slurmctld itself tells, never by a remembered job id.
#include "kubelet/pod_acts.h"

#include <signal.h>

#include "api/meta.h"
#include "base/log.h"
#include "runtime/backoff.h"

namespace sluice::kubelet {
namespace {

constexpr runtime::BackoffLimits kLaunchBackoff{std::chrono::seconds(5), std::chrono::minutes(5)};
constexpr Duration kForceMargin = std::chrono::seconds(5);
constexpr Duration kSlurmAway = std::chrono::seconds(2);
constexpr const char* kLaunchFailed = "LaunchFailed";

std::string seconds_of(Duration time) {
  return std::to_string(std::chrono::ceil<std::chrono::seconds>(time).count());
}

std::int64_t grace_of(const client::ObjectPtr& pod) {
  if (pod == nullptr) {
    return 0;
  }
  const std::int64_t usual = pod->at("spec", "terminationGracePeriodSeconds").as_int(30);
  return pod->at("metadata", "deletionGracePeriodSeconds").as_int(usual);
}

}  // namespace

Result<bool> PodActs::take(const Decision& decision, const client::ObjectPtr& pod,
                           PodRecord& record) {
  switch (decision.act) {
    case Act::kRest:
    case Act::kForget:
      return false;
    case Act::kWait:
      return pod == nullptr ? Result<bool>(false) : show(pod, record);
    case Act::kFollow:
      return pod == nullptr ? Result<bool>(false) : follow(pod, record);
    case Act::kBegin:
      return begin(pod, record);
    case Act::kRecord:
      record.job_id = record.job->id;
      TRY(parts_.files.write_job(record.attempt, record.job->id));
      return true;
    case Act::kRevoke:
      return decision.counts_as_launch_failure ? try_again(pod, record)
                                               : revoke({.owner = "kubelet",
                                                         .message = record.launch_failure,
                                                         .launch_failures = record.launch_failures},
                                                        record);
    case Act::kGiveUp:
      return give_up(pod, record);
    case Act::kConclude:
      return conclude(pod, record);
    case Act::kLost:
      return lose(pod, record);
    case Act::kStop:
      return stop(pod, record);
    case Act::kForce:
      return force(record);
    case Act::kConfirm:
      return confirm(pod);
  }
  return false;
}

Result<bool> PodActs::begin(const client::ObjectPtr& pod, PodRecord& record) {
  if (const auto outage = parts_.tracker.outage()) {
    record.waiting = Waiting{"ContainerCreating", "Slurm is not available: " + outage->message};
    record.not_before = parts_.clock.steady() + kSlurmAway;
    return show(pod, record);
  }
  TRY(parts_.starter.begin(*pod, record));
  parts_.tracker.set_interest(true);
  parts_.tracker.wake();
  return show(pod, record);
}

// Wins the attempt for the kubelet, or learns that a runner has it.
Result<bool> PodActs::revoke(const pod::Claim& claim, PodRecord& record) {
  const auto won = pod::write_claim(parts_.files.directory(record.attempt), claim);
  if (!won && won.error().code == Code::kAlreadyExists) {
    return true;
  }
  // Without its directory no runner can claim it either.
  if (!won && won.error().code != Code::kNotFound) {
    return tl::unexpected(won.error());
  }
  record.owner = Owner::kKubelet;
  record.claim = claim;
  record.launch_failures = claim.launch_failures;
  log::info("attempt revoked",
            {{"uid", record.attempt.uid}, {"attempt", std::to_string(record.attempt.number)}});
  parts_.tracker.wake();
  return true;
}

// The job is over or held, and no runner has claimed the attempt.
Result<bool> PodActs::try_again(const client::ObjectPtr& pod, PodRecord& record) {
  const std::string sentence = describe_unstarted(*record.job);
  const std::string output = parts_.files.job_output(record.attempt);
  const std::string details = output.empty() ? "" : ": " + output;
  const pod::Claim claim{.owner = "kubelet",
                         .job_id = record.job->id,
                         .message = sentence + details,
                         .launch_failures = record.launch_failures + 1};
  TRY(revoke(claim, record));
  if (record.owner != Owner::kKubelet) {
    return true;  // a runner has it after all
  }
  const Duration wait = kLaunchBackoff.after(static_cast<unsigned>(claim.launch_failures));
  const std::string text = sentence + "; trying again in " + seconds_of(wait) + " s" + details;
  record.not_before = parts_.clock.steady() + wait;
  record.launch_failure = claim.message;
  record.waiting = Waiting{kLaunchFailed, text};
  parts_.events.record(*pod, {"Warning", kLaunchFailed, text});
  return true;
}

Result<bool> PodActs::give_up(const client::ObjectPtr& pod, PodRecord& record) {
  PodFailure failure = failure_of_unstarted(*record.job, parts_.files.job_output(record.attempt));
  const std::string text = failure.message;
  const bool is_launch_failure = failure.reason == kLaunchFailed;
  const std::int64_t failures = record.launch_failures + (is_launch_failure ? 1 : 0);
  if (is_launch_failure) {
    failure.message = "giving up after " + std::to_string(failures) + " attempts: " + text;
  }
  TRY(revoke({.owner = "kubelet",
              .job_id = record.job->id,
              .reason = failure.reason,
              .message = failure.message,
              .launch_failures = failures},
             record));
  if (is_launch_failure && record.owner == Owner::kKubelet) {
    parts_.events.record(*pod, {"Warning", kLaunchFailed, text});
  }
  return true;
}

Result<bool> PodActs::conclude(const client::ObjectPtr& pod, PodRecord& record) {
  if (record.owner == Owner::kKubelet) {
    record.failure = PodFailure{.reason = record.claim.reason, .message = record.claim.message};
  }
  TRY(show(pod, record));
  return record.written != nullptr && api::is_being_deleted(*pod) && is_terminal(*record.written);
}

Result<bool> PodActs::lose(const client::ObjectPtr& pod, PodRecord& record) {
  record.failure = failure_of_lost_runner(record.job);
  // Should the runner live after all, cut off from us, it must not go on.
  [[maybe_unused]] const auto told = pod::write_stop(parts_.files.directory(record.attempt), 0);
  return conclude(pod, record);
}

Result<bool> PodActs::stop(const client::ObjectPtr& pod, PodRecord& record) {
  const std::int64_t grace = grace_of(pod);
  if (!record.force_at) {
    const Duration margin = pod == nullptr ? Duration(0) : kForceMargin;
    record.force_at = parts_.clock.steady() + std::chrono::seconds(grace) + margin;
    TRY(pod::write_stop(parts_.files.directory(record.attempt), grace));
  }
  if (!parts_.facts.has_answer(record)) {
    // The runner was faster than our next question: only the answer says which job to signal.
    parts_.tracker.wake();
    return fail(Code::kUnavailable, "slurmctld has not been asked about the pod's job yet");
  }
  if (parts_.facts.has_live_job(record)) {
    // The steps of an allocation are signalled as a whole: with what only its runner listens to.
    const auto told = record.job->batch ? parts_.slurm.signal(record.job->id, SIGTERM)
                                        : parts_.slurm.signal_steps(record.job->id, SIGURG);
    if (!told && told.error().code != Code::kNotFound) {
      return tl::unexpected(told.error());
    }
  }
  record.stop_asked = true;
  return true;
}

Result<bool> PodActs::force(PodRecord& record) {
  if (parts_.facts.has_live_job(record)) {
    const auto cancelled = parts_.slurm.cancel(record.job->id);
    if (!cancelled && cancelled.error().code != Code::kNotFound) {
      return tl::unexpected(cancelled.error());
    }
    parts_.tracker.wake();
  }
  return false;
}

Result<bool> PodActs::confirm(const client::ObjectPtr& pod) {
  const auto removed = parts_.client.remove(api::kinds::pod(), api::key(*pod),
                                            {.grace_period_seconds = 0, .uid = api::uid(*pod)});
  if (!removed && removed.error().code != Code::kNotFound &&
      removed.error().code != Code::kConflict) {
    return tl::unexpected(removed.error());
  }
  return false;
}

Result<bool> PodActs::follow(const client::ObjectPtr& pod, PodRecord& record) {
  TRY(parts_.starter.give_ephemeral(*pod, record));
  return show(pod, record);
}

Result<bool> PodActs::show(const client::ObjectPtr& pod, PodRecord& record) {
  TRY_ASSIGN(const Duration held_back, parts_.statuses.show(*pod, record));
  record.show_again = parts_.clock.steady() + held_back;
  return false;
}

}  // namespace sluice::kubelet
