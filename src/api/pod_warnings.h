// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "json/value.h"

namespace sluice::api {

// What is odd, deprecated or without effect in a pod, or in a template that stands at the path
// `at` ("spec.template"; empty: a pod), in Kubernetes' words. Pure.
std::vector<std::string> pod_warnings(const json::Value& pod, const std::string& at);

}  // namespace sluice::api
