// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "client/client.h"

namespace sluice::controllers::job {

// What a job's podFailurePolicy says about one of its failed pods.
struct FailureVerdict {
  enum class Action { kCount, kIgnore, kFailJob, kFailIndex };
  Action action = Action::kCount;
  std::string message;  // of kFailJob
};

// The first rule that matches decides; no rule: the failure counts. Pure.
FailureVerdict judge_failure(const client::Object& job, const client::Object& pod);

}  // namespace sluice::controllers::job
