// SPDX-License-Identifier: Apache-2.0
#include "slurm/local/local_request.h"

#include "base/text.h"
#include "slurm/request.h"

namespace sluice::slurm {

std::int64_t cpu_thousandths(const JobRequest& request) {
  return request.cpu_thousandths.value_or(request.cpus * kThousandths);
}

Result<void> check_local_request(const JobRequest& request, const std::string& partition,
                                 const Capacity& capacity) {
  TRY(check_request(request));
  if (!request.partition.empty() && request.partition != partition) {
    return fail(Code::kInvalid, "invalid partition specified: " + request.partition +
                                    ": Invalid partition name specified; this machine is \"" +
                                    partition + "\"");
  }
  if (!request.array.empty()) {
    return fail(Code::kUnsupported, "arrays need Slurm");
  }
  if (!request.flags.empty()) {
    return fail(Code::kInvalid, "Slurm flags \"" + join(request.flags, " ") +
                                    "\": expected none, because this runs without Slurm");
  }
  if (cpu_thousandths(request) > capacity.cpus * kThousandths ||
      request.memory_mib > capacity.memory_mib) {
    return fail(Code::kInvalid, "more than this machine has: " + std::to_string(capacity.cpus) +
                                    " CPUs and " + std::to_string(capacity.memory_mib) + " MiB");
  }
  return {};
}

}  // namespace sluice::slurm
