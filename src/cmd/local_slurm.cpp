// SPDX-License-Identifier: Apache-2.0
#include "cmd/local_slurm.h"

#include "cmd/site.h"
#include "slurm/connect.h"

namespace sluice::cmd {

jobs::LocalSlurm local_slurm(const std::string& slurm_conf) {
  jobs::LocalSlurm local;
  local.open = [slurm_conf](CommandRunner& runner) -> Result<std::unique_ptr<slurm::Slurm>> {
    TRY_ASSIGN(const auto how, slurm_options(slurm_conf, "auto"));
    return slurm::connect(how, runner);
  };
  if (!slurm_conf.empty()) {
    local.environment.emplace_back("SLURM_CONF", slurm_conf);
  }
  return local;
}

}  // namespace sluice::cmd
