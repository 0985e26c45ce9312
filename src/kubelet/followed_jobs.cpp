// SPDX-License-Identifier: Apache-2.0
#include "kubelet/followed_jobs.h"

#include <algorithm>

#include "kubelet/job_view.h"

namespace sluice::kubelet {
namespace {

constexpr Duration kNameAgain = std::chrono::seconds(10);
constexpr Duration kLinger = std::chrono::seconds(5);  // its runner gives it back

bool differs(const slurm::Job* a, const slurm::Job* b) {
  if (a == nullptr || b == nullptr) {
    return a != b;
  }
  return !looks_same(*a, *b);
}

}  // namespace

void FollowedJobs::follow(const pod::Attempt& attempt, bool quiet, SteadyTime submitted) {
  put(attempt, {.number = attempt.number, .quiet = quiet, .submitted = submitted});
}

void FollowedJobs::finish(const pod::Attempt& attempt) {
  put(attempt, {.number = attempt.number, .finished = true});
}

void FollowedJobs::put(const pod::Attempt& attempt, Entry entry) {
  const std::scoped_lock lock(mutex_);
  const auto [place, added] = by_uid_.try_emplace(attempt.uid);
  alive_ -= added || place->second.finished ? 0 : 1;
  alive_ += entry.finished ? 0 : 1;
  const bool same =
      place->second.number == entry.number && place->second.submitted == entry.submitted;
  entry.answered = same && place->second.answered;
  place->second = entry;
}

void FollowedJobs::drop(const std::string& uid) {
  const std::scoped_lock lock(mutex_);
  const auto place = by_uid_.find(uid);
  if (place != by_uid_.end()) {
    alive_ -= place->second.finished ? 0 : 1;
    by_uid_.erase(place);
  }
}

bool FollowedJobs::any_alive() const {
  const std::scoped_lock lock(mutex_);
  return alive_ > 0;
}

std::vector<std::string> FollowedJobs::news(const JobSnapshot* before, const JobSnapshot& now) {
  std::vector<std::string> uids;
  const std::scoped_lock lock(mutex_);
  for (auto& [uid, entry] : by_uid_) {
    if (entry.finished) {
      continue;
    }
    const pod::Attempt attempt{uid, entry.number};
    const slurm::Job* job = now.find(attempt);
    const slurm::Job* earlier = before == nullptr ? nullptr : before->find(attempt);
    const bool waits = job != nullptr && job->state == slurm::JobState::kPending;
    const bool first = !entry.answered && now.asked > entry.submitted;
    entry.answered = entry.answered || first;
    if (first || job == nullptr || differs(earlier, job) || (!entry.quiet && !waits)) {
      uids.push_back(uid);
    }
  }
  return uids;
}

// mutex_ held; the job is alive.
bool FollowedJobs::is_stray(const pod::Attempt& attempt, const slurm::Job& job, SteadyTime time) {
  const auto entry = by_uid_.find(attempt.uid);
  if (entry == by_uid_.end() || entry->second.number != attempt.number) {
    return true;
  }
  if (entry->second.finished && job.state == slurm::JobState::kPending) {
    return true;  // requeued, but its pod is over
  }
  return entry->second.finished && !job.batch &&
         time - lingering_.try_emplace(job.id, time).first->second >= kLinger;
}

std::vector<slurm::Job> FollowedJobs::strays(const JobSnapshot& now, SteadyTime time) {
  std::vector<slurm::Job> strays;
  const std::scoped_lock lock(mutex_);
  std::erase_if(named_, [&](const auto& entry) { return time - entry.second >= kNameAgain; });
  for (const auto& [attempt, job] : *now.jobs) {
    const bool over = slurm::is_final(job.state) || job.state == slurm::JobState::kCompleting;
    if (over) {
      lingering_.erase(job.id);
    } else if (is_stray(attempt, job, time) && named_.try_emplace(job.id, time).second) {
      strays.push_back(job);
    }
  }
  return strays;
}

}  // namespace sluice::kubelet
