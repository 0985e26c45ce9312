// SPDX-License-Identifier: Apache-2.0
#include "cmd/console.h"
#include "cmd/subcommand.h"
#include "slurm/local/keeper.h"

namespace sluice::cmd {

int run_keep(const std::vector<std::string>& arguments) {
  std::string directory;
  const Usage usage{.synopsis = "sluice keep --dir DIR",
                    .summary =
                        "Keeps one job of the local executor: runs its script and writes how it "
                        "ended. `sluice up`\n"
                        "starts it; people do not.",
                    .options = {{"dir", "DIR", "the job's directory", &directory}},
                    .examples = ""};
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (directory.empty()) {
    report(Error{Code::kInvalid, "sluice keep needs --dir; `sluice up` gives it"});
    return kExitUsage;
  }
  return slurm::keep_job(directory);
}

}  // namespace sluice::cmd
