// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "slurm/local/capacity.h"
#include "slurm/slurm.h"

namespace sluice::slurm {

inline constexpr std::int64_t kThousandths = 1000;  // of a CPU

// What a job takes of the CPUs.
std::int64_t cpu_thousandths(const JobRequest& request);

// Whether a machine without Slurm can ever run it. Invalid or Unsupported says what is in the way.
Result<void> check_local_request(const JobRequest& request, const std::string& partition,
                                 const Capacity& capacity);

}  // namespace sluice::slurm
