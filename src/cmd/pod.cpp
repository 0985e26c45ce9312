// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include "cmd/allocation.h"
#include "cmd/console.h"
#include "cmd/subcommand.h"
#include "pod/runner.h"
#include "pod/task.h"

namespace sluice::cmd {

int run_pod(const std::vector<std::string>& arguments) {
  std::string directory;
  std::string allocation;
  std::string task;
  const Usage usage{
      .synopsis = "sluice pod --dir DIR",
      .summary =
          "Runs one attempt at a pod inside its Slurm job. The job script starts it; "
          "people do not.",
      .options = {{"dir", "DIR", "the attempt's directory", &directory},
                  {"task", "CONTAINER", "run one task of this container, for srun", &task},
                  {"allocation", "COMMENT",
                   "run only in the Slurm allocation with this comment; give it back at the end",
                   &allocation}},
      .examples = ""};
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (directory.empty()) {
    report(Error{Code::kInvalid, "sluice pod needs --dir; the job script of a pod gives it"});
    return kExitUsage;
  }
  pod::RunnerOptions options{.attempt_dir = directory};
  for (char** entry = environ; *entry != nullptr; ++entry) {
    options.environment.emplace_back(*entry);
  }
  if (!task.empty()) {
    return pod::run_task({directory, task, std::move(options.environment)});
  }
  const auto run = [&] { return pod::run(options); };
  return allocation.empty() ? run() : run_in_allocation(allocation, run);
}

}  // namespace sluice::cmd
