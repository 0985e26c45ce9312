// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "json/value.h"

namespace sluice::kubelet {

// What the runner will do for this pod, as people read it, from nothing but the pod with its
// defaults: images, commands, users, variables and where they come from, volumes and mounts, probes
// and hooks. Values of config maps and secrets are not looked at. Unsupported and Invalid name what
// will be refused. Pure.
Result<json::Value> plan_of(const json::Value& pod);

}  // namespace sluice::kubelet
