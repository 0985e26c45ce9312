// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/command.h"
#include "base/result.h"
#include "slurm/rest/rest.h"
#include "slurm/slurm.h"

namespace sluice::slurm {

enum class Preference { kAuto, kNative, kCli, kRest };

struct ConnectOptions {
  std::string slurm_conf;             // empty: Slurm's usual places are searched
  std::string bin_dir;                // of Slurm's commands; empty: $PATH
  std::filesystem::path module_path;  // sluice-slurm.so
  Preference preference = Preference::kAuto;
  RestOptions rest = {};  // of kRest, which needs none of the above
};

// Sets preference and slurmrestd's address from "auto", "native", "cli" or "rest=URL"; Invalid
// otherwise.
Result<void> set_way(ConnectOptions& options, std::string_view word);

// Slurm's configuration: the one named, else that in one of Slurm's usual places. NotFound, with
// what was looked for and what to do.
Result<std::string> find_configuration(const ConnectOptions& options);

// The best adapter this machine has: native when its module loads and is of the release of the
// commands, otherwise the commands; slurmrestd only when asked for. Requests with flags always go
// through sbatch where that is there. Succeeds while slurmctld or slurmrestd is away, fails
// (NotFound, with what was looked for and what to do) without Slurm or with a configuration Slurm
// itself refuses. `runner` must outlive the result.
Result<std::unique_ptr<Slurm>> connect(const ConnectOptions& options, CommandRunner& runner);

}  // namespace sluice::slurm
