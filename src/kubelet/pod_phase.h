// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "json/value.h"
#include "kubelet/pod_status.h"

namespace sluice::kubelet {

// "Pending", "Running", "Succeeded" or "Failed". Pure.
std::string_view phase_of(const json::Value& pod, const PodSituation& situation);

}  // namespace sluice::kubelet
