// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace sluice::cmd {

// `sluice job output`: prints what a run of a SlurmJob printed, by SSH, without a Kubernetes. It is
// what a result pod runs (jobs/result_pod.h). Returns the exit code.
int job_output(const std::vector<std::string>& arguments);

}  // namespace sluice::cmd
