// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "base/clock.h"
#include "json/value.h"

namespace sluice::api {

// The groups under k8s.io and kubernetes.io are the Kubernetes community's: definitions there say
// in an annotation where they were approved, or that they were not.
inline constexpr std::string_view kApproval = "api-approved.kubernetes.io";

enum class Approval { kNotNeeded, kMissing, kBad, kApproved, kUnapproved };

Approval approval_of(const json::Value& definition);

// Notes in status.conditions whether it was approved, where that matters.
void settle_approval(json::Value& definition, WallTime now);

}  // namespace sluice::api
