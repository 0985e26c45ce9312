// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "json/value.h"

namespace sluice::clusters {

// The first thing that holds a pod of a component up, in the words of who knows: scheduler,
// kubelet, program. What is missing is named, a claim or an image, with what helps. Empty: nothing. Pure.
std::string trouble_of(const json::Value& pod, std::string_view component);

}  // namespace sluice::clusters
