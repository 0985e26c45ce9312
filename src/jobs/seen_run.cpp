// SPDX-License-Identifier: Apache-2.0
#include "jobs/seen_run.h"

#include <algorithm>
#include <set>

#include "base/result.h"

namespace sluice::jobs {
namespace {

using slurm::JobState;

IndexSet& set_for(TaskSets& tasks, JobState state) {
  switch (state) {
    case JobState::kPending:
    case JobState::kConfiguring:
      return tasks.pending;
    case JobState::kCompleted:
      return tasks.completed;
    case JobState::kCancelled:
    case JobState::kPreempted:
    case JobState::kRevoked:
      return tasks.cancelled;
    default:
      return is_final(state) ? tasks.failed : tasks.running;
  }
}

bool is_older(const slurm::Job& job, const slurm::Job& than) {
  return job.submitted.value_or(WallTime{}) < than.submitted.value_or(WallTime{});
}

// Accounting has a job that was requeued once for each time, and promises no order: what was
// submitted last counts. Oldest first.
std::vector<slurm::Job> newest_of_each(std::vector<slurm::Job> jobs) {
  std::stable_sort(jobs.begin(), jobs.end(), is_older);
  std::set<std::pair<slurm::JobId, std::string>> known;
  std::vector<slurm::Job> newest;
  for (auto job = jobs.rbegin(); job != jobs.rend(); ++job) {
    if (known.emplace(job->id, job->array_tasks).second) {
      newest.push_back(std::move(*job));
    }
  }
  std::reverse(newest.begin(), newest.end());
  return newest;
}

// Of two that name the same task the last counts.
void place(TaskSets& tasks, const slurm::Job& job) {
  const auto indices = parse_indices(job.array_tasks);
  if (!indices) {
    return;
  }
  for (const TaskSet& set : kTaskSets) {
    for (const std::int64_t index : *indices) {
      (tasks.*set.tasks).erase(index);
    }
  }
  set_for(tasks, job.state).insert(indices->begin(), indices->end());
}

// Whose details to show: of a task in the state of the whole.
bool tells_more(const slurm::Job& job, const slurm::Job& than, JobState whole) {
  return job.state == whole && than.state != whole;
}

}  // namespace

bool TaskSets::empty() const {
  return *this == TaskSets{};
}

JobState overall(const TaskSets& tasks) {
  return !tasks.running.empty()     ? JobState::kRunning
         : !tasks.pending.empty()   ? JobState::kPending
         : !tasks.failed.empty()    ? JobState::kFailed
         : !tasks.cancelled.empty() ? JobState::kCancelled
                                    : JobState::kCompleted;
}

SeenRun summary_of(const std::vector<slurm::Job>& known) {
  CHECK(!known.empty());
  const std::vector<slurm::Job> jobs = newest_of_each(known);
  const auto youngest = std::max_element(jobs.begin(), jobs.end(),
                                         [](const auto& a, const auto& b) { return a.id < b.id; });
  SeenRun seen{.job = *youngest};
  for (const slurm::Job& job : jobs) {
    if (job.array_job != 0) {
      place(seen.tasks, job);
    }
  }
  if (seen.tasks.empty()) {
    return seen;
  }
  const JobState whole = overall(seen.tasks);
  for (const slurm::Job& job : jobs) {
    if (tells_more(job, seen.job, whole)) {
      seen.job = job;
    }
  }
  for (const slurm::Job& job : jobs) {
    if (job.started && (!seen.job.started || *job.started < *seen.job.started)) {
      seen.job.started = job.started;
    }
    if (job.ended && seen.job.ended && *job.ended > *seen.job.ended) {
      seen.job.ended = job.ended;
    }
    seen.job.exit_code = std::max(seen.job.exit_code, job.exit_code);
    seen.job.held = seen.job.held || job.held;
  }
  seen.job.id = seen.job.array_job;
  seen.job.state = whole;
  if (!is_final(whole)) {
    seen.job.ended.reset();
  }
  return seen;
}

}  // namespace sluice::jobs
