// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/command.h"
#include "cmd/finding.h"
#include "slurm/connect.h"

namespace sluice::cmd {

// How this site's Slurm is: whether it answers, what it has, what it enforces and what it lets
// tasks of one job talk by.
Findings slurm_findings(const slurm::ConnectOptions& options, CommandRunner& runner);

// Of what Slurm's commands print. Foreign text: what is not understood is left out.
std::map<std::string, std::string> parse_settings(std::string_view scontrol_show_config);
Finding limits_finding(const std::map<std::string, std::string>& settings);
std::vector<std::string> parse_mpi_list(std::string_view srun_mpi_list);
std::vector<std::string> parse_gres(std::string_view sinfo_gres);  // without "(null)", each once

}  // namespace sluice::cmd
