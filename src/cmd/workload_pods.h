// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace sluice::cmd {

struct WorkloadPod {
  std::string of;   // "Deployment web"; empty: it is a pod itself
  json::Value pod;  // with its defaults, checked as the API server checks it
};

// The pods a document of a manifest makes: itself, what its template makes (of Deployments, Jobs,
// CronJobs and every other kind that has one where they have it), those of a List. None for other
// documents. Invalid and BadRequest name the document and the field.
Result<std::vector<WorkloadPod>> pods_of(const json::Value& document);

}  // namespace sluice::cmd
