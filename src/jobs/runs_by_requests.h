// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/clock.h"
#include "base/unique_fd.h"
#include "jobs/runs.h"

namespace sluice::jobs {

// Runs through requests to slurmctld alone, as slurmrestd passes them on: there is no machine to
// run commands on and no file can be left there. The script goes with the request, its lines for
// sbatch as fields; what the job prints is in a file of the cluster.
//
// Submitted once: a run that anybody may have tried before is first looked for by its comment. A
// request that was sent by a process that died may arrive late, so of a run that is not the first
// try and is not found, nobody knows for a while. One that has ended long ago is known to
// accounting alone: where none is kept, or without comments, it would be submitted again.
class RunsByRequests final : public Runs {
 public:
  struct Files {
    std::string directory;  // of what jobs print, on the cluster's nodes
    bool readable = false;  // here, under the same path
  };
  RunsByRequests(std::shared_ptr<slurm::Slurm> slurm, Clock& clock, Files files)
      : slurm_(std::move(slurm)), clock_(clock), files_(std::move(files)) {}

  Result<slurm::JobId> submit(const Submission& submission) override;
  Result<void> cancel(const std::string& uid) override;
  Result<void> withdraw(const Run& run) override;
  Result<void> remove_files(const std::string& uid) override;       // there is no way to
  Result<void> tell(slurm::JobId id, const Order& order) override;  // all but to requeue
  Result<void> check_output(const Run& run) override;
  Result<std::string> output(const Run& run, Task task, std::int64_t offset,
                             std::int64_t most) override;
  Result<std::int64_t> output_tail(const Run& run, Task task, std::int64_t lines) override;

 private:
  Result<void> settle(const std::string& uid);
  Result<UniqueFd> open_output(const Run& run, Task task) const;

  const std::shared_ptr<slurm::Slurm> slurm_;
  Clock& clock_;
  const Files files_;

  std::mutex mutex_;
  std::map<std::string, SteadyTime> unsettled_;  // by UID: since when a request may be under way
};

}  // namespace sluice::jobs
