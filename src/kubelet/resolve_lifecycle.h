// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/value.h"
#include "pod/lifecycle_spec.h"

namespace sluice::kubelet {

// How a container of a pod lives: probes, hooks, restart rules, termination message, stop signal,
// with ports as numbers and commands of probes expanded. An action that can never be done, such as
// one for a port nobody has, carries the reason with it: the pod runs, and the probe says so each
// time, as upstream's does. Pure.
pod::Lifecycle resolve_lifecycle(const json::Value& container);

}  // namespace sluice::kubelet
