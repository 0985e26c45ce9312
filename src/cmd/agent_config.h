// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace sluice::cmd {

// `sluice agent config`: prints what the agent of a machine reads that was not made by Cluster API.
int run_agent_config(const std::vector<std::string>& arguments);

}  // namespace sluice::cmd
