// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/unique_fd.h"
#include "slurm/local/capacity.h"
#include "slurm/local/control_groups.h"
#include "slurm/local/job_files.h"
#include "slurm/slurm.h"

namespace sluice::slurm {

struct LocalOptions {
  std::filesystem::path directory;        // of the jobs; one LocalJobs at a time uses it
  std::vector<std::string> keep_command;  // runs keep_job() with the job's directory as last word
  std::string partition = "local";
  std::string node;  // its one node; empty: this machine's name
  Capacity capacity = this_machine();
  GroupPlace groups = {};                       // for jobs; nowhere: their limits are not kept
  Duration remember = std::chrono::minutes(5);  // for how long ended jobs are known
};

// Slurm without Slurm: jobs are process trees on this machine, each below its keeper
// (slurm/local/keeper.h), which outlives us; what is known about them is in files, so that a new
// LocalJobs on the same directory takes them up where they are. Jobs wait in order of submission
// while the machine is full. It knows one partition of one node and none of sbatch's flags.
// Thread-safe.
class LocalJobs final : public Slurm {
 public:
  static Result<std::unique_ptr<LocalJobs>> open(LocalOptions options, const Clock& clock);
  ~LocalJobs() override;  // the jobs go on

  std::string_view adapter() const override { return kLocalAdapter; }
  Result<ClusterInfo> ping() override;
  Result<JobId> submit(const JobRequest& request) override;
  Result<std::optional<JobId>> start_now(const JobRequest& request) override;
  Result<JobChanges> jobs(Cursor since) override;
  Result<std::vector<Job>> remembered_jobs(const std::vector<JobId>& ids) override;
  Result<void> signal(JobId id, int signal_number) override;
  Result<void> signal_steps(JobId id, int signal_number) override;
  Result<void> complete(JobId id, int exit_code) override;
  Result<void> cancel(JobId id) override;
  Result<std::vector<Partition>> partitions() override;
  Result<std::vector<Node>> nodes() override;

 private:
  struct Entry {
    JobRecord record;
    JobFiles files;
    std::optional<ProcessId> keeper;  // that we started; nothing: it waits
    WallTime launched{};              // when we did
    std::optional<Claim> claim;
    std::optional<End> end;
    UniqueFd watch;        // of its keeper or, when that was killed, of its script
    SteadyTime over_at{};  // since when we know of its end
  };

  LocalJobs(LocalOptions options, const Clock& clock);
  Result<void> load();

  // All of these with mutex_ held.
  Result<Entry*> find(JobId id);
  Result<Entry*> enter(const JobRequest& request, bool batch);
  Result<void> launch(Entry& entry);
  void launch_waiting();
  void settle(Entry& entry);
  void look_at_files(Entry& entry);
  Result<void> finish(Entry& entry, const Order& order);
  Result<void> bury(Entry& entry, const Order& order);
  bool is_waiting(const Entry& entry) const;
  bool is_elsewhere(const Entry& entry) const;
  bool fits(const JobRequest& request) const;
  void forget_old();
  Job describe(const Entry& entry, bool first_in_line) const;

  int patience() const;
  void look_around();

  void watch();  // the thread
  void wake();

  const LocalOptions options_;
  const Clock& clock_;
  const std::string host_;
  const std::string boot_;
  const std::string user_;
  mutable std::mutex mutex_;
  std::map<JobId, Entry> entries_;
  JobId last_id_ = 0;
  std::int64_t revision_ = 1;
  bool stopping_ = false;
  UniqueFd wake_;
  std::jthread thread_;  // last, so that it is joined before the rest goes
};

}  // namespace sluice::slurm
