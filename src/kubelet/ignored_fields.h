// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "json/value.h"

namespace sluice::kubelet {

// Fields of the pod that are set and change nothing here, so that the user can be told:
// "spec.containers[main].securityContext". What cannot be run without a field is refused by
// resolve() instead. Pure.
std::vector<std::string> ignored_fields(const json::Value& pod);

}  // namespace sluice::kubelet
