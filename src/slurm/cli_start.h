// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/command.h"
#include "base/result.h"
#include "slurm/slurm.h"

namespace sluice::slurm {

// Which srun, of which cluster; empty: where Slurm's commands look themselves.
struct Srun {
  std::string path;
  std::string slurm_conf;
};

// Launches the request's script as the one step of an allocation, through srun, and blocks until it
// runs. srun stays until the script has ended: it costs 4 MB, answers slurmstepd, and leaves the
// allocation alone. It has a watchdog that kills the step when srun dies: that one is ended, so
// that the step lives on without srun. False: srun says that there is no step. Unavailable: nobody
// knows.
Result<bool> launch_step(CommandRunner& runner, JobId id, const JobRequest& request,
                         const Srun& srun);
using StepLauncher = std::function<Result<bool>(JobId, const JobRequest&)>;
StepLauncher through_srun(CommandRunner& runner, Srun srun);  // `runner` outlives it

// The rest of Slurm::start_now() once the allocation is granted. It is given back when no step
// could be launched.
Result<std::optional<JobId>> start_in(Slurm& slurm, JobId id, const JobRequest& request,
                                      const StepLauncher& launch);

// The command that starts srun in the background, its words in `log`, and prints its process id.
Command step_command(JobId id, const JobRequest& request, const Srun& srun,
                     const std::filesystem::path& log);

// What srun has said so far. Any bytes are accepted.
struct SrunSays {
  bool running = false;  // its task has started
  std::string errors;
};
SrunSays parse_srun(std::string_view log);

// Seconds since the epoch, of the words of `sbatch --test-only` with SLURM_TIME_FORMAT=%s; nothing:
// it was refused. Any bytes are accepted.
std::optional<std::int64_t> parse_expected_start(std::string_view sbatch_words);

// Of salloc's words; nothing: it was refused. Any bytes are accepted.
std::optional<JobId> parse_granted(std::string_view salloc_words);

}  // namespace sluice::slurm
