// SPDX-License-Identifier: Apache-2.0
// Facts in, one step out, until a step needs time. Order that must not change: an attempt is
// claimed before its successor is begun; a pod leaves the API only after nothing can run for it any
// more; its directories go last, because they hold the claims. Jobs of attempts nobody stands
// behind any more are cancelled by the tracker's answers (strays), by the identity slurmctld itself
// tells, never by a remembered job id.
#include "kubelet/pod_syncer.h"

#include <signal.h>

#include <algorithm>

#include "api/meta.h"
#include "base/log.h"
#include "base/text.h"
#include "runtime/backoff.h"

namespace sluice::kubelet {
namespace {

constexpr runtime::BackoffLimits kLaunchBackoff{std::chrono::seconds(5), std::chrono::minutes(5)};
constexpr Duration kForceMargin = std::chrono::seconds(5);
constexpr Duration kSlurmAway = std::chrono::seconds(2);
constexpr int kMaxSteps = 8;

std::int64_t grace_of(const client::ObjectPtr& pod) {
  if (pod == nullptr) {
    return 0;
  }
  const std::int64_t usual = pod->at("spec", "terminationGracePeriodSeconds").as_int(30);
  return pod->at("metadata", "deletionGracePeriodSeconds").as_int(usual);
}

bool is_launch_failure(const slurm::Job& job) {
  const std::string reason = to_lower(job.reason);
  return job.held && reason.find("launch") != std::string::npos &&
         reason.find("fail") != std::string::npos;
}

Duration left(SteadyTime until, SteadyTime now) {
  return std::max(Duration(0), until - now);
}

}  // namespace

void PodSyncer::load() {
  for (const std::string& uid : parts_.files.uids()) {
    record_of(uid);
  }
}

PodRecord& PodSyncer::record_of(const std::string& uid) {
  {
    const std::scoped_lock lock(mutex_);
    if (const auto found = records_.find(uid); found != records_.end()) {
      return *found->second;
    }
  }
  auto record = std::make_unique<PodRecord>();
  load(uid, *record);
  const std::scoped_lock lock(mutex_);
  return *(records_[uid] = std::move(record));
}

void PodSyncer::load(const std::string& uid, PodRecord& record) {
  record.attempt = {uid, parts_.files.newest(uid)};
  record.submitted = record.sequence_grew = parts_.clock.steady();
  if (record.attempt.number == 0) {
    return;
  }
  record.job_id = parts_.files.read_job(record.attempt);
  const auto spec = parts_.files.read_spec(record.attempt);
  if (spec && *spec) {
    parts_.inbox.expect(record.attempt, (*spec)->report_token);
  }
  if (record.attempt.number > 1) {
    const auto previous = pod::read_claim(parts_.files.directory({uid, record.attempt.number - 1}));
    record.launch_failures = previous && *previous ? (*previous)->launch_failures : 0;
  }
  update_followed(record);
}

void PodSyncer::erase(const std::string& uid) {
  const std::scoped_lock lock(mutex_);
  records_.erase(uid);
}

Result<runtime::Requeue> PodSyncer::reconcile(const api::Key& key) {
  PodRecord& record = record_of(key.name);
  for (int step = 0; step < kMaxSteps; ++step) {
    client::ObjectPtr pod = parts_.find_pod(key.name);
    if (pod != nullptr) {
      pod = newest_pod(pod, record.written);
    }
    refresh(pod, record);
    const Decision decision = decide(pod_facts(pod, record), attempt_facts(record), limits_);
    if (decision.act == Act::kForget) {
      TRY(parts_.files.remove(key.name));
      parts_.inbox.forget(key.name);
      parts_.followed.drop(key.name);
      parts_.tracker.wake();
      erase(key.name);
      return runtime::Requeue{};
    }
    const Result<bool> again = act(decision, pod, record);
    update_followed(record);
    TRY(again);
    if (!*again) {
      return next_look(decision, record);
    }
  }
  return runtime::Requeue{limits_.recheck};
}

runtime::Requeue PodSyncer::next_look(const Decision& decision, const PodRecord& record) const {
  const SteadyTime now = parts_.clock.steady();
  std::optional<Duration> soonest;
  for (const Duration wait :
       {decision.again, left(record.not_before, now), left(record.show_again, now)}) {
    if (wait > Duration(0) && (!soonest || wait < *soonest)) {
      soonest = wait;
    }
  }
  return runtime::Requeue{soonest};
}

void PodSyncer::refresh(const client::ObjectPtr& pod, PodRecord& record) {
  if (record.attempt.number == 0 ||
      (pod != nullptr && is_terminal(*pod) && record.report && record.report->finished)) {
    return;
  }
  refresh_job(record);
  refresh_report(record);
  if (record.owner == Owner::kNobody) {
    const auto claim = pod::read_claim(parts_.files.directory(record.attempt));
    if (claim && *claim) {
      record.claim = **claim;
      record.owner = record.claim.owner == "runner" ? Owner::kRunner : Owner::kKubelet;
      record.launch_failures = std::max(record.launch_failures, record.claim.launch_failures);
    }
  }
}

void PodSyncer::refresh_job(PodRecord& record) {
  const JobSnapshotPtr snapshot = parts_.tracker.snapshot();
  if (snapshot == nullptr || snapshot->asked <= record.submitted) {
    return;
  }
  if (const slurm::Job* job = snapshot->find(record.attempt)) {
    record.job = *job;
    record.waiting.reset();
  }
  const bool over = record.job && slurm::is_final(record.job->state);
  if (over && !record.over_since) {
    record.over_since = parts_.clock.steady();
  } else if (!over) {
    record.over_since.reset();
  }
}

void PodSyncer::refresh_report(PodRecord& record) {
  std::optional<pod::PodReport> report = parts_.inbox.latest(record.attempt);
  record.heard = record.heard || report.has_value();
  const bool file_may_know_more =
      !record.heard || seen(record) == JobSeen::kMissing || record.over_since.has_value();
  if (file_may_know_more && (!report || !report->finished)) {
    auto from_file = parts_.files.read_report(record.attempt);
    if (from_file && (!report || from_file->sequence > report->sequence)) {
      report = std::move(from_file);
    }
  }
  if (!report || (record.report && report->sequence <= record.report->sequence)) {
    return;
  }
  record.report = std::move(report);
  record.sequence_grew = parts_.clock.steady();
  if (record.owner == Owner::kNobody) {
    record.owner = Owner::kRunner;  // only the owner writes reports
  }
}

JobSeen PodSyncer::seen(const PodRecord& record) const {
  const JobSnapshotPtr snapshot = parts_.tracker.snapshot();
  if (snapshot == nullptr || snapshot->asked <= record.submitted) {
    return JobSeen::kNotAsked;
  }
  if (snapshot->find(record.attempt) != nullptr) {
    return JobSeen::kThere;
  }
  return parts_.tracker.outage() ? JobSeen::kNotAsked : JobSeen::kMissing;
}

AttemptFacts PodSyncer::attempt_facts(const PodRecord& record) const {
  const SteadyTime now = parts_.clock.steady();
  AttemptFacts facts{.number = record.attempt.number,
                     .recorded = record.job_id.has_value(),
                     .owner = record.owner,
                     .given_up = !record.claim.reason.empty(),
                     .finished = record.report && record.report->finished,
                     .seen = seen(record),
                     .silence = now - record.sequence_grew,
                     .over_for = record.over_since ? now - *record.over_since : Duration(0),
                     .launch_failures = record.launch_failures,
                     .until_next = left(record.not_before, now)};
  if (facts.seen == JobSeen::kThere && record.job) {
    facts.state = record.job->state;
    facts.launch_failed = is_launch_failure(*record.job);
  }
  return facts;
}

PodFacts PodSyncer::pod_facts(const client::ObjectPtr& pod, const PodRecord& record) const {
  PodFacts facts{.exists = pod != nullptr, .stop_asked = record.stop_asked};
  if (pod != nullptr) {
    facts.deleting = api::is_being_deleted(*pod);
    facts.terminal = is_terminal(*pod);
  }
  facts.until_force = record.force_at ? left(*record.force_at, parts_.clock.steady()) : Duration(0);
  return facts;
}

Result<bool> PodSyncer::act(const Decision& decision, const client::ObjectPtr& pod,
                            PodRecord& record) {
  switch (decision.act) {
    case Act::kRest:
    case Act::kForget:
      return false;
    case Act::kWait:
      return pod == nullptr ? Result<bool>(false) : show(pod, record);
    case Act::kFollow:
      return pod == nullptr ? Result<bool>(false) : show(pod, record);
    case Act::kBegin:
      return begin(pod, record);
    case Act::kRecord:
      record.job_id = record.job->id;
      TRY(parts_.files.write_job(record.attempt, record.job->id));
      return true;
    case Act::kRevoke:
      return revoke(
          {.owner = "kubelet",
           .launch_failures = record.launch_failures + (decision.counts_as_launch_failure ? 1 : 0)},
          record);
    case Act::kGiveUp:
      return give_up(record);
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

Result<bool> PodSyncer::begin(const client::ObjectPtr& pod, PodRecord& record) {
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
Result<bool> PodSyncer::revoke(const pod::Claim& claim, PodRecord& record) {
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
  if (claim.launch_failures > record.launch_failures) {
    record.launch_failures = claim.launch_failures;
    record.not_before =
        parts_.clock.steady() + kLaunchBackoff.after(static_cast<unsigned>(claim.launch_failures));
  }
  log::info("attempt revoked",
            {{"uid", record.attempt.uid}, {"attempt", std::to_string(record.attempt.number)}});
  parts_.tracker.wake();
  return true;
}

Result<bool> PodSyncer::give_up(PodRecord& record) {
  const PodFailure failure =
      failure_of_unstarted(*record.job, parts_.files.job_output(record.attempt));
  return revoke({.owner = "kubelet",
                 .job_id = record.job->id,
                 .reason = failure.reason,
                 .message = failure.message,
                 .launch_failures = record.launch_failures},
                record);
}

Result<bool> PodSyncer::conclude(const client::ObjectPtr& pod, PodRecord& record) {
  if (record.owner == Owner::kKubelet) {
    record.failure = PodFailure{.reason = record.claim.reason, .message = record.claim.message};
  }
  TRY(show(pod, record));
  return record.written != nullptr && api::is_being_deleted(*pod) && is_terminal(*record.written);
}

Result<bool> PodSyncer::lose(const client::ObjectPtr& pod, PodRecord& record) {
  record.failure = failure_of_lost_runner(record.job);
  // Should the runner live after all, cut off from us, it must not go on.
  [[maybe_unused]] const auto told = pod::write_stop(parts_.files.directory(record.attempt), 0);
  parts_.inbox.refuse(record.attempt.uid);
  return conclude(pod, record);
}

Result<bool> PodSyncer::stop(const client::ObjectPtr& pod, PodRecord& record) {
  const std::int64_t grace = grace_of(pod);
  if (!record.force_at) {
    const Duration margin = pod == nullptr ? Duration(0) : kForceMargin;
    record.force_at = parts_.clock.steady() + std::chrono::seconds(grace) + margin;
    TRY(pod::write_stop(parts_.files.directory(record.attempt), grace));
    parts_.inbox.refuse(record.attempt.uid);
    if (pod != nullptr) {
      parts_.events.record(*pod, {.reason = "Killing", .message = "Stopping the pod's containers"});
    }
  }
  if (record.job && seen(record) == JobSeen::kThere && !slurm::is_final(record.job->state)) {
    const auto told = parts_.slurm.signal(record.job->id, SIGTERM);
    if (!told && told.error().code != Code::kNotFound) {
      return tl::unexpected(told.error());
    }
  }
  record.stop_asked = true;
  return true;
}

Result<bool> PodSyncer::force(PodRecord& record) {
  if (record.job && seen(record) == JobSeen::kThere && !slurm::is_final(record.job->state)) {
    const auto cancelled = parts_.slurm.cancel(record.job->id);
    if (!cancelled && cancelled.error().code != Code::kNotFound) {
      return tl::unexpected(cancelled.error());
    }
    parts_.tracker.wake();
  }
  return false;
}

Result<bool> PodSyncer::confirm(const client::ObjectPtr& pod) {
  const auto removed = parts_.client.remove(api::kinds::pod(), api::key(*pod),
                                            {.grace_period_seconds = 0, .uid = api::uid(*pod)});
  if (!removed && removed.error().code != Code::kNotFound &&
      removed.error().code != Code::kConflict) {
    return tl::unexpected(removed.error());
  }
  return false;
}

Result<bool> PodSyncer::show(const client::ObjectPtr& pod, PodRecord& record) {
  TRY_ASSIGN(const Duration held_back, parts_.statuses.show(*pod, record));
  record.show_again = parts_.clock.steady() + held_back;
  return false;
}

// The tracker looks after attempts that may still run; everything else with our name is a stray.
void PodSyncer::update_followed(const PodRecord& record) {
  const bool over = record.report && record.report->finished;
  if (over) {
    parts_.followed.finish(record.attempt);
  } else if (record.attempt.number > 0 && record.owner != Owner::kKubelet && !record.failure) {
    parts_.followed.follow(record.attempt, record.heard);
  } else {
    parts_.followed.drop(record.attempt.uid);
  }
  parts_.tracker.set_interest(parts_.followed.any_alive());
}

}  // namespace sluice::kubelet
