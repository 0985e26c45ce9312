// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "json/value.h"

namespace sluice::jobs {

// Whether a write brings a spec that was not looked at: `old` is what is replaced, null or nothing.
// Deletion and what happens to objects on their way out is nobody's business.
bool needs_check(const json::Value& job, const json::Value& old);

// The Secret of that name beside the job; NotFound.
using FindSecret = std::function<Result<json::Value>(const std::string& name)>;

// What speaks against a SlurmJob that a schema cannot say: whether the Secret that the job itself
// names is there, with a user and a credential, and whether its files have places. An error: it
// cannot be told now.
Result<std::optional<ErrorCause>> objection_to(const json::Value& job, const FindSecret& find);

}  // namespace sluice::jobs
