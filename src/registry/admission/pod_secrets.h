// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace sluice::registry {

// Whether anything in the pod names a secret: environments, volumes, image pulls. Pure.
bool uses_secrets(const json::Value& pod);

// A secret that a container's environment takes values from.
struct EnvironmentSecret {
  std::string user;  // "init container c with envVar E"
  std::string name;
};

// Those of the containers in one list of a pod's spec: "containers", "initContainers",
// "ephemeralContainers". Pure.
std::vector<EnvironmentSecret> environment_secrets(const json::Value& pod, std::string_view list);

}  // namespace sluice::registry
