// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "json/value.h"
#include "slurm/rest/api_version.h"
#include "slurm/slurm.h"

namespace sluice::slurm::rest {

// The body of POST /job/submit. Fails as check_request() and apply_flags() do.
Result<json::Value> job_description(const ApiVersion& version, const JobRequest& request);

}  // namespace sluice::slurm::rest
