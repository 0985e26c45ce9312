// SPDX-License-Identifier: Apache-2.0
// Order that must not change: an attempt is claimed before its successor is begun; a pod leaves the
// API only after nothing can run for it any more; its directories go last, because they hold the
// claims. Jobs of attempts nobody stands behind any more are cancelled by the tracker's answers
// (strays), by the identity slurmctld itself tells, never by a remembered job id.
#include "kubelet/pod_acts.h"

#include <signal.h>

#include "api/meta.h"
#include "base/done_or_gone.h"
#include "base/log.h"
#include "kubelet/admission.h"
#include "kubelet/fact_finder.h"
#include "kubelet/translate.h"
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
    case Act::kAsk:
      parts_.history.ask(record.attempt, *record.job_id, job_name(*pod));
      return show(pod, record);
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
      return lose(record);
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
  if (record.attempt.number == 0) {
    record.failure = refusal_of(*pod, parts_.pods());
    if (record.failure) {
      parts_.events.record(*pod, {"Warning", record.failure->reason, record.failure->message});
      return show(pod, record);
    }
  }
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

// Wins the attempt for the kubelet, or learns that a runner has it: also after a runner whose run
// is over, so that the next run of its job finds it taken.
Result<bool> PodActs::revoke(pod::Claim claim, PodRecord& record) {
  if (record.owner == Owner::kRunner) {
    TRY_ASSIGN(const auto last, pod::read_claim(parts_.files.directory(record.attempt)));
    claim.place = last ? last->place + 1 : 0;
  }
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
    record.failure->disruption = record.claim.disruption;
    if (record.claim.reason != kJobLost) {
      record.failure->container_reason = record.claim.reason;
    }
  } else if (is_interrupted(record)) {
    return settle(failure_of_interrupted(record.job), record);
  }
  TRY(show(pod, record));
  return record.written != nullptr && api::is_being_deleted(*pod) && is_terminal(*record.written);
}

Result<bool> PodActs::lose(PodRecord& record) {
  // Should the runner live after all, cut off from us, it must not go on.
  [[maybe_unused]] const auto told = pod::write_stop(parts_.files.directory(record.attempt), 0);
  return settle(failure_of_lost_runner(record.job), record);
}

// The pod has failed, and no run of its job, requeued or not, may come after that.
Result<bool> PodActs::settle(const PodFailure& failure, PodRecord& record) {
  return revoke({.owner = "kubelet",
                 .job_id = record.job_id.value_or(0),
                 .reason = failure.reason,
                 .message = failure.message,
                 .launch_failures = record.launch_failures,
                 .disruption = failure.disruption},
                record);
}

Result<bool> PodActs::stop(const client::ObjectPtr& pod, PodRecord& record) {
  const std::int64_t grace = grace_of(pod);
  if (!record.force_at) {
    const Duration margin = pod == nullptr ? Duration(0) : kForceMargin;
    record.force_at = parts_.clock.steady() + std::chrono::seconds(grace) + margin;
    TRY(pod::write_stop(parts_.files.directory(record.attempt), grace));
  }
  if (record.seen == JobSeen::kNotAsked) {
    // The runner was faster than our next question: only the answer says which job to signal.
    parts_.tracker.wake();
    return fail(Code::kUnavailable, "slurmctld has not been asked about the pod's job yet");
  }
  if (has_live_job(record)) {
    TRY(done_or_gone(tell_to_stop(*record.job)));
  }
  record.stop_asked = true;
  return true;
}

Result<void> PodActs::tell_to_stop(const slurm::Job& job) {
  TRY(check_own(parts_.slurm, job.id, job.comment));
  // The steps of an allocation are signalled as a whole: with what only its runner listens to.
  return job.batch ? parts_.slurm.signal(job.id, SIGTERM)
                   : parts_.slurm.signal_steps(job.id, SIGURG);
}

Result<bool> PodActs::force(PodRecord& record) {
  if (has_live_job(record)) {
    TRY(done_or_gone(slurm::cancel_own(parts_.slurm, *record.job)));
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
  TRY(parts_.starter.give_changes(*pod, record));
  TRY_ASSIGN(const bool again, show(pod, record));
  TRY(give_limit(record));
  return again;
}

// Only of jobs that have lasted long enough to be shown: a short pod is spared the file.
Result<void> PodActs::give_limit(PodRecord& record) {
  const std::optional<slurm::Job> shown = record.written_job.value_or(std::nullopt);
  if (!shown || !shown->must_end || record.owner != Owner::kRunner) {
    return {};
  }
  const pod::TimeLimit limit{*shown->must_end, shown->time_limit_seconds, shown->restarts};
  if (record.limit_given != limit) {
    TRY(pod::write_limit(parts_.files.directory(record.attempt), limit));
    record.limit_given = limit;
  }
  return {};
}

Result<bool> PodActs::show(const client::ObjectPtr& pod, PodRecord& record) {
  TRY_ASSIGN(const Duration held_back, parts_.statuses.show(*pod, record));
  record.show_again =
      held_back > Duration(0) ? std::optional(parts_.clock.steady() + held_back) : std::nullopt;
  return false;
}

}  // namespace sluice::kubelet
