// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jobs/job_check.h"
#include "json/value.h"

namespace sluice::jobs {

// The answer of a validating webhook for SlurmJobs: an AdmissionReview (admission.k8s.io/v1) with a
// response to the one in `review`. Invalid: it is none. `find` looks in the namespace that it is
// given with each name.
using FindSecretIn =
    std::function<Result<json::Value>(const std::string& ns, const std::string& name)>;
Result<json::Value> answer_review(const json::Value& review, const FindSecretIn& find);

// The same for whatever `check` says of a request: nothing speaks against it, or it cannot be told
// now, and it is let through.
using CheckRequest = std::function<Result<std::optional<ErrorCause>>(const json::Value& request)>;
Result<json::Value> answer_review_by(const json::Value& review, const CheckRequest& check);

}  // namespace sluice::jobs
