// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/clock.h"
#include "json/value.h"

namespace sluice::api {

// Whether a toleration of a pod is about that taint of a node.
bool tolerates(const json::Value& toleration, const json::Value& taint);

// How long a pod puts up with a node's NoExecute taints: nothing for ever, zero not at all.
std::optional<Duration> patience(const json::Value& pod, const json::Value& node);

}  // namespace sluice::api
