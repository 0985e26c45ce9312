// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "json/value.h"

namespace sluice::registry {

// What of a LimitRange item ("Container", "Pod", "PersistentVolumeClaim") a request breaks, in
// Kubernetes' words, a line each. `requests` and `limits` are resource lists.
std::vector<std::string> broken_bounds(const json::Value& item, const json::Value& requests,
                                       const json::Value& limits);

}  // namespace sluice::registry
