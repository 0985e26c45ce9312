// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "jobs/index_set.h"
#include "slurm/slurm.h"

namespace sluice::jobs {

// The tasks of an array by what became of them; all empty: it is no array.
struct TaskSets {
  IndexSet pending;
  IndexSet running;
  IndexSet completed;
  IndexSet failed;
  IndexSet cancelled;

  bool empty() const;
  friend bool operator==(const TaskSets&, const TaskSets&) = default;
};

// The sets and what they are called.
struct TaskSet {
  const char* name;
  IndexSet TaskSets::*tasks;
};
inline constexpr std::array kTaskSets{
    TaskSet{"pending", &TaskSets::pending}, TaskSet{"running", &TaskSets::running},
    TaskSet{"completed", &TaskSets::completed}, TaskSet{"failed", &TaskSets::failed},
    TaskSet{"cancelled", &TaskSets::cancelled}};

// What Slurm has of one run: a job, or an array whose tasks are jobs of their own. Then `job`
// speaks for all that Slurm still has: it runs when one does, waits when one does, has failed when
// one has.
struct SeenRun {
  slurm::Job job;
  TaskSets tasks = {};

  // Of the cluster's clock, before ours: its times are by that one.
  Duration clock_ahead{0};
};

// Of all jobs that carry the run's name, at least one. Of several that are no array, which only an
// administrator could make, the youngest counts; of several records of one job, which accounting
// has of those that were requeued, the one that was submitted last.
SeenRun summary_of(const std::vector<slurm::Job>& known);

// What an array is as a whole.
slurm::JobState overall(const TaskSets& tasks);

}  // namespace sluice::jobs
