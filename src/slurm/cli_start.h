// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/command.h"
#include "base/result.h"
#include "slurm/slurm.h"

namespace sluice::slurm {

// Starts a request at once through `srun`, which asks for an allocation, launches one step in it
// and stays until the step has ended; then it gives the allocation back. srun has a watchdog that
// kills the step when srun dies: that one is ended as soon as the step runs, so that the step lives
// on without srun. Blocks until the step runs; see Slurm::start_now().
Result<std::optional<JobId>> start_through_srun(CommandRunner& runner, const JobRequest& request,
                                                const std::string& srun,
                                                const std::string& slurm_conf);

// The command that starts srun in the background, its words in `log`, and prints its process id.
// Invalid: the request's flags.
Result<Command> start_command(const JobRequest& request, const std::string& srun,
                              const std::string& slurm_conf, const std::filesystem::path& log);

// What srun has said so far. Any bytes are accepted.
struct SrunSays {
  std::optional<JobId> granted;
  bool running = false;  // and its task has started
  std::string errors;
};
SrunSays parse_srun(std::string_view log);

}  // namespace sluice::slurm
