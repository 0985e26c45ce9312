// SPDX-License-Identifier: Apache-2.0
#include "kubelet/fact_finder.h"

#include <algorithm>

#include "api/meta.h"
#include "base/text.h"

namespace sluice::kubelet {
namespace {

// In an allocation nobody but the runner says that the runner lives; it rings once a minute, and
// writes more often.
constexpr Duration kUnheard = std::chrono::seconds(30);

bool is_allocation(const PodRecord& record) {
  return record.job && !record.job->batch;
}

bool is_launch_failure(const slurm::Job& job) {
  const std::string reason = to_lower(job.reason);
  return job.held && reason.find("launch") != std::string::npos &&
         reason.find("fail") != std::string::npos;
}

}  // namespace

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
  // An attempt of the kubelet's own never runs: there is nothing to learn about it.
  if (record.attempt.number == 0 || record.owner == Owner::kKubelet ||
      (pod != nullptr && is_terminal(*pod) && record.report && record.report->finished)) {
    return;
  }
  refresh_job(record);
  refresh_report(record);
  if (record.owner == Owner::kNobody) {
    const auto claim = pod::read_claim(files_.directory(record.attempt));
    if (claim && *claim) {
      record.claim = **claim;
      record.owner = record.claim.owner == "runner" ? Owner::kRunner : Owner::kKubelet;
      if (record.owner == Owner::kKubelet && record.claim.launch_failures > 0) {
        record.launch_failures = std::max(record.launch_failures, record.claim.launch_failures);
        record.launch_failure = record.claim.message;
      }
    }
  }
}

void FactFinder::refresh_job(PodRecord& record) const {
  const JobSnapshotPtr snapshot = tracker_.snapshot();
  if (snapshot == nullptr || snapshot->asked <= record.submitted) {
    return;
  }
  if (const slurm::Job* job = snapshot->find(record.attempt)) {
    record.job = *job;
    record.waiting.reset();
  }
  if (is_allocation(record) && !record.bare_since) {
    record.bare_since = clock_.steady();
  }
  const bool over = record.job && slurm::is_final(record.job->state);
  if (over && !record.over_since) {
    record.over_since = clock_.steady();
  } else if (!over) {
    record.over_since.reset();
  }
}

void FactFinder::refresh_report(PodRecord& record) const {
  const std::int64_t known = record.report ? record.report->sequence : 0;
  const std::int64_t rung = doorbell_.sequence(record.attempt);
  const Duration unheard = clock_.steady() - record.sequence_grew;
  record.heard = record.heard || rung > 0;
  const bool file_may_know_more =
      !record.heard || rung > known || seen(record) == JobSeen::kMissing ||
      (is_allocation(record) && unheard >= kUnheard) || record.over_since.has_value();
  if (!file_may_know_more || (record.report && record.report->finished)) {
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

JobSeen FactFinder::seen(const PodRecord& record) const {
  const JobSnapshotPtr snapshot = tracker_.snapshot();
  if (snapshot == nullptr || snapshot->asked <= record.submitted) {
    return JobSeen::kNotAsked;
  }
  if (snapshot->find(record.attempt) != nullptr) {
    return JobSeen::kThere;
  }
  return tracker_.outage() ? JobSeen::kNotAsked : JobSeen::kMissing;
}

AttemptFacts FactFinder::attempt_facts(const PodRecord& record) const {
  const SteadyTime now = clock_.steady();
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
  }
  facts.until_force = record.force_at ? left(*record.force_at, clock_.steady()) : Duration(0);
  return facts;
}

bool FactFinder::has_answer(const PodRecord& record) const {
  return seen(record) != JobSeen::kNotAsked;
}

bool FactFinder::has_live_job(const PodRecord& record) const {
  return record.job && seen(record) == JobSeen::kThere && !slurm::is_final(record.job->state);
}

}  // namespace sluice::kubelet
