// SPDX-License-Identifier: Apache-2.0
#include "jobs/runs.h"

namespace sluice::jobs {

Result<void> Runs::tell(slurm::JobId /*id*/, const Order& order) {
  return fail(Code::kUnsupported,
              std::string(to_string(order.verb)) + " is not possible over this connection");
}

Result<WallTime> Runs::time() {
  return fail(Code::kUnsupported, "the time cannot be asked for over this connection");
}

}  // namespace sluice::jobs
