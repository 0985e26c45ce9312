// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice::slurm {

// What a message of Slurm (a command's standard error, or slurm_strerror) means to our callers:
// Unavailable when slurmctld did not answer, NotFound for an unknown job, Forbidden, Conflict for
// "not now", TooManyRequests when the queue is full, otherwise Invalid. The message is kept,
// without the "sbatch: error: " in front of its lines.
Error refusal(std::string_view message);

// The same for sacct, which asks slurmdbd: Unsupported where the site keeps no accounts, else
// Unavailable.
Error accounting_refusal(std::string_view message);

// Slurm's signal or exit code of a batch script from the status it reports.
struct Exit {
  int code = 0;
  int signal = 0;
};
Exit decode_exit(std::uint32_t wait_status);

}  // namespace sluice::slurm
