// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "slurmconf/plan.h"

namespace sluice::cmd {

// What it would take to apply the SlurmCluster in that file to the server of `kubeconfig`, where
// there may be none of its name yet. Invalid: what is wrong with it, by field.
Result<slurmconf::Plan> plan_of_cluster(const std::string& file, const std::string& kubeconfig);

}  // namespace sluice::cmd
