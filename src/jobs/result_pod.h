// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "json/value.h"

namespace sluice::jobs {

// The pod that prints what a SlurmJob printed, on a cluster that has no node of ours: made when the
// job is over and named after it, it fetches the output by SSH, as the job's own user, so that
// `kubectl logs <slurmjob>` shows it. Any kubelet runs it. Pure.

// `image`: one whose program `sluice` is this. `connection`: the SlurmConnection that the job
// names; null where it names none. Unsupported: a pod of the job's namespace cannot get there, and
// why.
Result<json::Value> make_result_pod(const json::Value& job, const std::string& image,
                                    const json::Value& connection);

}  // namespace sluice::jobs
