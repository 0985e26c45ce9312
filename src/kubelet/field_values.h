// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "json/value.h"
#include "kubelet/pod_objects.h"

// The downward API: what a pod may learn about itself, in its environment and in its files.
namespace sluice::kubelet {

// A field known before the pod runs, e.g. metadata.name or metadata.labels['app']; labels and
// annotations as a whole are one `key="value"` a line. Nothing when the path is not one of those.
std::optional<std::string> field_value(const json::Value& pod, const std::string& path);

// limits.cpu, requests.memory, … of `own_container` or the one the reference names, in units of its
// divisor, rounded up. A limit that is not set is what the node has; a request that is not set is
// 0.
Result<std::string> resource_value(PodObjects& objects, const json::Value& reference,
                                   const json::Value& own_container);

}  // namespace sluice::kubelet
