// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "api/meta.h"
#include "base/clock.h"
#include "json/value.h"

namespace sluice::kubelet {

// Sets the conditions of a pod that are the kubelet's to set (PodReadyToStartContainers,
// Initialized, Ready, ContainersReady, PodScheduled) in `status`, from the phase and the container
// statuses that stand in it already, and from the pod's readiness gates. Conditions of others stay.
// `has_sandbox`: a runner works on the pod. Pure.
void set_conditions(const json::Value& pod, json::Value& status, bool has_sandbox, WallTime now);

// One condition, with the generation of the pod it is about.
void set_pod_condition(const json::Value& pod, json::Value& status,
                       const api::ConditionUpdate& update, WallTime now);

}  // namespace sluice::kubelet
