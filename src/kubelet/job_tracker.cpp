// SPDX-License-Identifier: Apache-2.0
#include "kubelet/job_tracker.h"

#include <algorithm>

#include "base/log.h"
#include "kubelet/job_identity.h"
#include "kubelet/job_view.h"

namespace sluice::kubelet {
namespace {

// Of several jobs with one identity the one that is not over counts, then the youngest.
bool is_better(const slurm::Job& job, const slurm::Job& than) {
  if (slurm::is_final(job.state) != slurm::is_final(than.state)) {
    return !slurm::is_final(job.state);
  }
  return job.id > than.id;
}

JobSnapshot::Jobs jobs_of_cluster(const std::vector<slurm::Job>& jobs,
                                  const std::string& cluster_id) {
  JobSnapshot::Jobs result;
  for (const slurm::Job& job : jobs) {
    const auto attempt = attempt_of(job.comment, cluster_id);
    if (!attempt) {
      continue;
    }
    const auto [place, added] = result.try_emplace(*attempt, job);
    if (!added && is_better(job, place->second)) {
      place->second = job;
    }
  }
  return result;
}

bool look_same(const JobSnapshot::Jobs& before, const JobSnapshot::Jobs& now) {
  return std::equal(before.begin(), before.end(), now.begin(), now.end(),
                    [](const auto& one, const auto& other) {
                      return one.first == other.first && looks_same(one.second, other.second);
                    });
}

}  // namespace

const slurm::Job* JobSnapshot::find(const pod::Attempt& attempt) const {
  const auto found = jobs->find(attempt);
  return found == jobs->end() ? nullptr : &found->second;
}

JobTracker::JobTracker(slurm::Slurm& slurm, Clock& clock, std::string cluster_id,
                       OnAnswer on_answer, OnOutage on_outage)
    : slurm_(slurm),
      clock_(clock),
      cluster_id_(std::move(cluster_id)),
      on_answer_(std::move(on_answer)),
      on_outage_(std::move(on_outage)),
      changed_at_(clock.steady()),
      threads_(clock) {}

JobTracker::~JobTracker() {
  request_stop();
}

// Costly answers are asked for more rarely, but one that took long once is no reason to leave
// users in the dark for long.
bool JobTracker::wants_everything(SteadyTime now) const {
  constexpr Duration kUnexplained = std::chrono::seconds(10);
  constexpr Duration kExplained = std::chrono::minutes(1);
  constexpr Duration kCostly = std::chrono::minutes(2);
  constexpr int kCostFactor = 200;
  const JobSnapshotPtr last = snapshot();
  return last != nullptr && last->anyone_waits &&
         now - told_everything_ >= std::max(last->unexplained ? kUnexplained : kExplained,
                                            std::min(everything_took_ * kCostFactor, kCostly));
}

Result<void> JobTracker::ask() {
  const std::scoped_lock one_at_a_time(asking_);
  const SteadyTime asked = clock_.steady();
  const auto changes = slurm_.jobs(wants_everything(asked) ? slurm::Cursor{} : cursor_);
  query_took_ = clock_.steady() - asked;
  if (!changes) {
    report_outage(changes.error());
    return tl::unexpected(changes.error());
  }
  report_outage(std::nullopt);
  take(*changes, asked);
  return {};
}

void JobTracker::take(const slurm::JobChanges& changes, SteadyTime asked) {
  cursor_ = changes.cursor;
  const JobSnapshotPtr before = snapshot();
  auto now = std::make_shared<JobSnapshot>();
  now->asked = asked;
  if (changes.unchanged && before != nullptr) {
    now->jobs = before->jobs;
    now->anyone_waits = before->anyone_waits;
    now->unexplained = before->unexplained;
    now->allocations = before->allocations;
  } else {
    told_everything_ = asked;
    everything_took_ = query_took_;
    now->jobs = std::make_shared<JobSnapshot::Jobs>(jobs_of_cluster(changes.jobs, cluster_id_));
    if (before == nullptr || !look_same(*before->jobs, *now->jobs)) {
      changed_at_ = clock_.steady();
    }
    for (const auto& [attempt, job] : *now->jobs) {
      const bool waits = job.state == slurm::JobState::kPending;
      now->anyone_waits = now->anyone_waits || waits;
      now->unexplained = now->unexplained || (waits && !has_reason(job));
      now->allocations += job.batch || slurm::is_final(job.state) ? 0 : 1;
    }
  }
  {
    const std::scoped_lock lock(mutex_);
    snapshot_ = now;
    alive_jobs_ = std::any_of(now->jobs->begin(), now->jobs->end(), [](const auto& entry) {
      return !slurm::is_final(entry.second.state);
    });
    if (woken_ && *woken_ < asked) {
      woken_.reset();
    }
  }
  on_answer_(before, now);
}

void JobTracker::report_outage(std::optional<Error> error) {
  {
    const std::scoped_lock lock(mutex_);
    if (outage_.has_value() == error.has_value()) {
      return;
    }
    outage_ = error;
  }
  if (error) {
    log::warning("slurmctld does not answer", {{"error", error->message}});
  } else {
    log::info("slurmctld answers again");
  }
  on_outage_(error);
}

void JobTracker::set_interest(bool interested) {
  {
    const std::scoped_lock lock(mutex_);
    if (interested_ == interested) {
      return;
    }
    interested_ = interested;
  }
  wake_.notify_all();
}

void JobTracker::wake() {
  {
    const std::scoped_lock lock(mutex_);
    woken_ = clock_.steady();
  }
  wake_.notify_all();
}

JobSnapshotPtr JobTracker::snapshot() const {
  const std::scoped_lock lock(mutex_);
  return snapshot_;
}

std::optional<Error> JobTracker::outage() const {
  const std::scoped_lock lock(mutex_);
  return outage_;
}

Result<void> JobTracker::start() {
  threads_.run("jobs", [this] { run(); });
  return {};
}

void JobTracker::request_stop() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
}

bool JobTracker::must_ask() const {
  return interested_ || alive_jobs_ || woken_.has_value() || outage_.has_value();
}

void JobTracker::run() {
  SteadyTime last = clock_.steady();
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (!must_ask()) {
      wake_.wait(lock);
      continue;
    }
    const Duration quiet = woken_ ? Duration(0) : clock_.steady() - changed_at_;
    const SteadyTime due = last + (outage_ ? pace_.steady : pace_.interval(quiet, query_took_));
    if (clock_.steady() < due) {
      clock_.wait_until(lock, wake_, due);
      continue;
    }
    lock.unlock();
    [[maybe_unused]] const Result<void> asked = ask();
    last = clock_.steady();
    lock.lock();
  }
}

}  // namespace sluice::kubelet
