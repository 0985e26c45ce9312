// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "slurm/slurm.h"

namespace sluice::slurm {

// A working miniature of a cluster in memory, for tests: one partition "main" of four nodes with 16
// CPUs and 32000 MiB each, and "debug" over the same. Jobs wait until the test calls run(), then
// they run until the test ends them, or a hook does. Thread-safe; hooks run without its lock and
// may call back. Passes the contract of the real adapters.
class FakeSlurm final : public Slurm {
 public:
  explicit FakeSlurm(const Clock& clock);

  std::string_view adapter() const override { return "fake"; }
  Result<ClusterInfo> ping() override;
  Result<JobId> submit(const JobRequest& request) override;
  Result<std::optional<JobId>> start_now(const JobRequest& request) override;
  Result<JobChanges> jobs(Cursor since) override;
  Result<std::vector<Job>> remembered_jobs(const std::vector<JobId>& ids) override;
  Result<std::vector<Job>> remembered_by_name(const std::string& name) override;
  Result<Job> job(JobId id) override;
  Result<void> signal(JobId id, int signal_number) override;
  Result<void> signal_steps(JobId id, int signal_number) override;
  Result<void> complete(JobId id, int exit_code) override;
  Result<void> cancel(JobId id) override;
  Result<void> update(JobId id, const JobChange& change) override;
  Result<std::vector<Partition>> partitions() override;
  Result<std::vector<Node>> nodes() override;

  // What Slurm would do by itself.
  void run();  // starts every waiting job that fits, in order
  void finish(JobId id, int exit_code, int signal_number = 0);
  void set_state(JobId id, JobState state, std::string reason = "None");
  void hold(JobId id);     // a waiting job will not start
  void release(JobId id);  // a held job waits again
  void requeue(JobId id);  // it waits again, as if it had not run
  void change(JobId id, const std::function<void(Job&)>& change);  // anything else of it
  // The same, and who asks for changes is not told, as slurmctld does with reasons and priorities.
  void change_in_silence(JobId id, const std::function<void(Job&)>& change);

  // Every job from now on is remembered, with that as who cancelled it; without, the cluster keeps
  // no accounts.
  void keep_accounts(std::string cancelled_by = "fake");
  // MinJobAge has passed: slurmctld does not know the job any more, its id is not given out again.
  void retire(JobId id);

  // slurmdbd lags behind, or hears of it at last: what accounting has of jobs that were retired.
  void change_accounts(const std::function<void(std::vector<Job>&)>& change);

  // slurmctld was killed before it saved the job: it is gone and its id is given out next. Its
  // script, if it ran, runs on where only the test can see it.
  void forget(JobId id);

  // Faults.
  void fail_next(Error error, int calls = 1);
  void set_unavailable(bool unavailable);

  void set_inactive_limit(std::int64_t seconds);
  void set_not_kept(std::map<std::string, std::string> limits);  // see ClusterInfo

  // Hooks: a job is in the queue, but whoever submitted it has not been told; it started; its
  // script was signalled; any call, before it does anything (to delay it, or to interfere).
  void on_submitted(std::function<void(JobId)> hook);
  void on_start(std::function<void(const Job&, const JobRequest&)> hook);
  void on_signal(std::function<void(JobId, int)> hook);
  void on_call(std::function<void(std::string_view method)> hook);

  // What happened.
  std::vector<Job> all_jobs() const;
  JobRequest request(JobId id) const;
  int submissions() const;  // acknowledged ones, also of those started at once
  std::vector<std::pair<JobId, int>> signals() const;

  void set_nodes(std::vector<Node> nodes);
  void set_partitions(std::vector<Partition> partitions);  // what they have comes from the nodes

 private:
  struct Entry {
    Job job;
    JobRequest request;
  };

  Result<void> begin(std::string_view method);
  Result<std::vector<Job>> accounts(std::string_view method,
                                    const std::function<bool(const Job&)>& wanted);
  Result<void> check_resources(const JobRequest& request, Job& job) const;
  bool fits(const JobRequest& request) const;
  bool anyone_waits() const;
  Result<JobId> enter(const JobRequest& request);  // mutex_ held
  void start(Entry& entry);
  Result<void> tell(JobId id, int signal_number);
  void end(Entry& entry, JobState state);
  void changed() { ++revision_; }

  const Clock& clock_;
  mutable std::mutex mutex_;
  std::map<JobId, Entry> entries_;
  JobId next_id_ = 1;
  std::vector<JobId> lost_ids_;
  std::vector<Job> remembered_;              // gone from entries_
  std::optional<std::string> cancelled_by_;  // nothing: no accounts are kept
  std::int64_t revision_ = 1;
  int submissions_ = 0;
  std::vector<Node> nodes_;
  std::vector<Partition> partitions_;
  std::vector<std::pair<JobId, int>> signals_;
  std::vector<Error> failures_;
  bool unavailable_ = false;
  std::int64_t inactive_limit_ = 0;
  std::map<std::string, std::string> not_kept_;
  std::function<void(const Job&, const JobRequest&)> on_start_;
  std::function<void(JobId, int)> on_signal_;
  std::function<void(std::string_view)> on_call_;
  std::function<void(JobId)> on_submitted_;
};

}  // namespace sluice::slurm
