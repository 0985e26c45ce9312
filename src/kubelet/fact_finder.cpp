// SPDX-License-Identifier: Apache-2.0
#include "kubelet/fact_finder.h"

#include <algorithm>

#include "api/meta.h"
#include "kubelet/outcome.h"
#include "kubelet/startup.h"

namespace sluice::kubelet {
namespace {

// In an allocation nobody but the runner says that the runner lives; it rings once a minute, and
// writes more often.
constexpr Duration kUnheard = std::chrono::seconds(30);

bool is_allocation(const PodRecord& record) {
  return record.job && !record.job->batch;
}

// Slurm was asked after the record's job was submitted.
bool includes(const JobSnapshotPtr& answer, const PodRecord& record) {
  return answer != nullptr && answer->asked > record.submitted;
}

// What people decide about a pod, its status aside.
bool asks_for_the_same(const json::Value& one, const json::Value& other) {
  return one.at("spec") == other.at("spec") &&
         one.at("metadata", "labels") == other.at("metadata", "labels") &&
         one.at("metadata", "annotations") == other.at("metadata", "annotations");
}

}  // namespace

bool is_interrupted(const PodRecord& record) {
  return record.report && record.report->finished && !pod::is_settled(*record.report) &&
         !record.stop_asked;
}

bool is_requeued(const PodRecord& record) {
  const std::int64_t run = record.report ? record.report->restarts : record.claim.restarts;
  return record.owner == Owner::kRunner && record.job && !slurm::is_final(record.job->state) &&
         record.job->state != slurm::JobState::kCompleting && record.job->restarts > run;
}

bool has_live_job(const PodRecord& record) {
  return record.job && record.seen == JobSeen::kThere && !slurm::is_final(record.job->state);
}

Duration left(SteadyTime until, SteadyTime now) {
  return std::max(Duration(0), until - now);
}

PodRecord FactFinder::recall(const std::string& uid) const {
  PodRecord record{.attempt = {uid, files_.newest(uid)}};
  record.submitted = record.sequence_grew = clock_.steady();
  record.events_told.reset();
  if (record.attempt.number > 0) {
    record.job_id = files_.read_job(record.attempt);
    recall_images(record);
  }
  if (record.attempt.number > 1) {
    const auto previous = pod::read_claim(files_.directory({uid, record.attempt.number - 1}));
    if (previous && *previous) {
      record.launch_failures = (*previous)->launch_failures;
      record.launch_failure = (*previous)->message;
    }
  }
  return record;
}

void FactFinder::recall_images(PodRecord& record) const {
  const auto spec = files_.read_spec(record.attempt);
  if (!spec || !*spec) {
    return;
  }
  for (const auto* containers : {&(*spec)->init_containers, &(*spec)->containers}) {
    for (const pod::ContainerSpec& container : *containers) {
      record.image_ids[container.image] = container.isolation.image_id;
    }
  }
}

void FactFinder::refresh(const client::ObjectPtr& pod, PodRecord& record) const {
  const JobSnapshotPtr answer = tracker_.snapshot();
  record.seen = seen(answer, record);
  if (pod != nullptr && record.hopeless && !asks_for_the_same(*pod, *record.hopeless)) {
    record.hopeless.reset();
    record.not_before = clock_.steady();
  }
  // An attempt of the kubelet's own never runs: there is nothing to learn about it.
  if (record.attempt.number == 0 || record.owner == Owner::kKubelet ||
      (pod != nullptr && is_terminal(*pod) && record.report && record.report->finished)) {
    return;
  }
  const bool unowned = record.owner == Owner::kNobody;
  refresh_job(answer, record);
  refresh_report(record);
  // A runner that reports has it, until its job is requeued or the kubelet has the last word.
  if (unowned || is_interrupted(record) || is_requeued(record)) {
    refresh_claim(record);
  }
}

void FactFinder::refresh_claim(PodRecord& record) const {
  const auto claim = pod::read_claim(files_.directory(record.attempt));
  if (!claim || !*claim) {
    return;
  }
  record.claim = **claim;
  record.owner = record.claim.owner == "runner" ? Owner::kRunner : Owner::kKubelet;
  if (record.owner == Owner::kKubelet && record.claim.launch_failures > 0) {
    record.launch_failures = std::max(record.launch_failures, record.claim.launch_failures);
    record.launch_failure = record.claim.message;
  }
}

void FactFinder::refresh_job(const JobSnapshotPtr& answer, PodRecord& record) const {
  if (!includes(answer, record)) {
    return;
  }
  record.answered = answer->asked;
  if (const slurm::Job* job = answer->find(record.attempt)) {
    record.job = *job;
    record.waiting.reset();
  }
  recall_job(*answer, record);
  if (is_allocation(record) && !record.bare_since) {
    record.bare_since = clock_.steady();
  }
  // Whoever is suspended cannot speak.
  if (record.job && record.job->state == slurm::JobState::kSuspended) {
    record.sequence_grew = clock_.steady();
  }
  const bool over = record.job && slurm::is_final(record.job->state);
  if (over && !record.over_since) {
    record.over_since = clock_.steady();
  } else if (!over) {
    record.over_since.reset();
  }
}

// What slurmctld does not know any more, or never knew, accounting may.
void FactFinder::recall_job(const JobSnapshot& answer, PodRecord& record) const {
  const JobHistory::Answer past = history_.find(record.attempt);
  record.accounts_heard = past.heard;
  if (!past.job) {
    return;
  }
  if (answer.find(record.attempt) == nullptr) {
    record.job = *past.job;
  } else if (record.job->state == slurm::JobState::kCancelled) {
    record.job->cancelled_by = past.job->cancelled_by;
  }
}

void FactFinder::refresh_report(PodRecord& record) const {
  const std::int64_t known = record.report ? record.report->sequence : 0;
  const std::int64_t rung = doorbell_.sequence(record.attempt);
  const Duration unheard = clock_.steady() - record.sequence_grew;
  record.heard = record.heard || rung > 0;
  const bool file_may_know_more = !record.heard || rung > known ||
                                  record.seen == JobSeen::kMissing ||
                                  (is_allocation(record) && unheard >= kUnheard) ||
                                  record.over_since.has_value() || is_requeued(record);
  if (!file_may_know_more || (record.report && pod::is_settled(*record.report))) {
    return;
  }
  auto report = files_.read_report(record.attempt);
  if (!report || report->sequence <= known) {
    return;
  }
  record.report = std::move(report);
  record.sequence_grew = clock_.steady();
  if (record.owner == Owner::kNobody) {
    record.owner = Owner::kRunner;  // only the owner writes reports
  }
}

JobSeen FactFinder::seen(const JobSnapshotPtr& answer, const PodRecord& record) const {
  if (!includes(answer, record)) {
    return JobSeen::kNotAsked;
  }
  if (answer->find(record.attempt) != nullptr) {
    return JobSeen::kThere;
  }
  if (tracker_.outage()) {
    return JobSeen::kNotAsked;
  }
  return history_.find(record.attempt).job ? JobSeen::kThere : JobSeen::kMissing;
}

AttemptFacts FactFinder::attempt_facts(const PodRecord& record) const {
  const SteadyTime now = clock_.steady();
  AttemptFacts facts{.number = record.attempt.number,
                     .recorded = record.job_id.has_value(),
                     .owner = record.owner,
                     .given_up = !record.claim.reason.empty(),
                     .finished = record.report && record.report->finished,
                     .interrupted = is_interrupted(record),
                     .requeued = is_requeued(record),
                     .seen = record.seen,
                     .silence = now - record.sequence_grew,
                     .asked_after = record.answered - record.sequence_grew,
                     .over_for = record.over_since ? now - *record.over_since : Duration(0),
                     .launch_failures = record.launch_failures,
                     .until_next = left(record.not_before, now)};
  const bool cancelled = facts.seen == JobSeen::kThere && record.job &&
                         record.job->state == slurm::JobState::kCancelled;
  facts.accounts_open =
      record.job_id && !record.accounts_heard && (facts.seen == JobSeen::kMissing || cancelled);
  if (facts.seen == JobSeen::kThere && record.job) {
    facts.state = record.job->state;
    facts.launch_failed = is_launch_failure(*record.job);
    facts.allocated = is_allocation(record);
    facts.bare_for = record.bare_since ? now - *record.bare_since : Duration(0);
  }
  return facts;
}

PodFacts FactFinder::pod_facts(const client::ObjectPtr& pod, const PodRecord& record) const {
  PodFacts facts{.exists = pod != nullptr, .stop_asked = record.stop_asked};
  if (pod != nullptr) {
    facts.deleting = api::is_being_deleted(*pod);
    facts.terminal = is_terminal(*pod);
    facts.once = api::annotation(*pod, kRequeueAnnotation) == "false";
  }
  facts.until_force = record.force_at ? left(*record.force_at, clock_.steady()) : Duration(0);
  return facts;
}

}  // namespace sluice::kubelet
