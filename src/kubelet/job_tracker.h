// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/clock.h"
#include "pod/protocol.h"
#include "runtime/runnable.h"
#include "runtime/thread_group.h"
#include "slurm/poll_pace.h"
#include "slurm/slurm.h"

namespace sluice::kubelet {

// All jobs of this cluster that slurmctld knew in one answer. Immutable.
struct JobSnapshot {
  using Jobs = std::map<pod::Attempt, slurm::Job>;

  SteadyTime asked;  // the question was put no earlier: submissions before it are in the answer
  std::shared_ptr<const Jobs> jobs;
  bool anyone_waits = false;  // one of them has not started
  bool unexplained = false;   // and Slurm has not said why
  int allocations = 0;        // those that are none of a batch script, and not over

  const slurm::Job* find(const pod::Attempt& attempt) const;
};
using JobSnapshotPtr = std::shared_ptr<const JobSnapshot>;

// One thread that asks slurmctld for all jobs of all pods at once. It asks while there is interest,
// and after every wake() at least once with success. It asks what has changed; slurmctld does not
// count new reasons, priorities and expected starts of waiting jobs as changes, so while there are
// some it asks for everything now and then, sooner where it is not known why. Thread-safe.
class JobTracker final : public runtime::Runnable {
 public:
  // Called on the tracker's thread with every successful answer, and with the one before it (null
  // at first): must not block for long.
  using OnAnswer = std::function<void(const JobSnapshotPtr& before, const JobSnapshotPtr& now)>;
  // Called when slurmctld stops or starts to answer; nothing: it answers.
  using OnOutage = std::function<void(const std::optional<Error>&)>;

  JobTracker(slurm::Slurm& slurm, Clock& clock, std::string cluster_id, OnAnswer on_answer,
             OnOutage on_outage);
  ~JobTracker() override;

  // Puts the question once, at the caller's thread; for the start. Calls on_answer.
  Result<void> ask();

  void set_interest(bool interested);  // pods are there whose jobs matter
  void wake();                         // something was submitted or cancelled: ask soon

  JobSnapshotPtr snapshot() const;  // null before the first answer
  std::optional<Error> outage() const;

  std::string name() const override { return "job tracker"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override { return threads_.await(deadline); }

 private:
  void run();
  bool wants_everything(SteadyTime now) const;
  void take(const slurm::JobChanges& changes, SteadyTime asked);
  void report_outage(std::optional<Error> error);
  bool must_ask() const;  // mutex_ held

  slurm::Slurm& slurm_;
  Clock& clock_;
  const std::string cluster_id_;
  const OnAnswer on_answer_;
  const OnOutage on_outage_;
  const slurm::PollPace pace_;

  std::mutex asking_;  // one question at a time; taken before mutex_
  slurm::Cursor cursor_;
  SteadyTime changed_at_{};
  Duration query_took_{0};
  SteadyTime told_everything_{};  // when the last such question was put
  Duration everything_took_{0};

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  JobSnapshotPtr snapshot_;
  std::optional<Error> outage_;
  bool interested_ = false;
  bool alive_jobs_ = false;  // the last answer had jobs of ours that are not over
  std::optional<SteadyTime> woken_;
  bool stopping_ = false;
  runtime::ThreadGroup threads_;
};

}  // namespace sluice::kubelet
