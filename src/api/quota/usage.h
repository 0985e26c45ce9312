// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "api/kind.h"
#include "api/quota/amounts.h"
#include "base/clock.h"
#include "json/value.h"

// What objects count for against a ResourceQuota. Every namespaced kind counts as
// "count/<resource>.<group>"; pods, services and claims count for more.
namespace sluice::api::quota {

// Whether objects of the kind count at all: events do not.
bool is_counted(const Kind& kind);

// Whether a quota on `resource` is about objects of the kind: "requests.cpu" about pods.
bool concerns(const Kind& kind, std::string_view resource);

// What of `amounts` that is.
Amounts of_concern(const Kind& kind, const Amounts& amounts);

// What an object counts for. Pods that are over, or should long be gone, count as objects only.
Amounts usage(const Kind& kind, const json::Value& object, WallTime now);

// What a pod fails to say, though a quota has to count it: "must specify limits.cpu for: a,b".
std::optional<std::string> left_unsaid(const json::Value& pod, const Amounts& hard);

}  // namespace sluice::api::quota
