// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/result.h"
#include "slurm/cli_start.h"
#include "slurm/slurm.h"

namespace sluice::slurm {

// Slurm through libslurm, by way of the shared object sluice-slurm.so, so that this program starts
// without Slurm and the object follows the site's libslurm. A submission costs 1 ms, an unchanged
// queue less.
//
// libslurm knows one cluster per process and never lets go of it: the first configuration wins, a
// second one is refused (AlreadyExists). It also ends the process when it cannot read its
// configuration; `slurm_conf` is therefore checked to be readable here, and connect() has Slurm's
// own commands check the rest. NotFound: no module or no configuration; Unsupported: another
// version of the module.
//
// Requests with flags are refused (Unsupported): only sbatch can read those; see connect().
// libslurm cannot launch a step either: without `launch` start_now() is Unsupported.
Result<std::unique_ptr<Slurm>> load_native(const std::filesystem::path& module,
                                           const std::string& slurm_conf, StepLauncher launch = {});

// The release of Slurm the module's libslurm belongs to: "22.05". It talks to clusters of that
// release only; the module is loaded but no cluster is chosen yet. Fails as load_native().
Result<std::string> native_release(const std::filesystem::path& module);

}  // namespace sluice::slurm
