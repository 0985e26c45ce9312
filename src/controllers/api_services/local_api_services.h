// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "json/value.h"

namespace sluice::controllers::api_services {

// How an APIService says that this program wrote it: "onstart" for what is built in, "true" for
// what a definition added.
inline constexpr const char* kManaged = "kube-aggregator.kubernetes.io/automanaged";

// The APIService of a built-in group and version; nothing for a name that stands for none.
std::optional<json::Value> builtin_api_service(const std::string& name);

// The APIService of a group and version that definitions add.
json::Value custom_api_service(const std::string& group, const std::string& version);

// The names of those of the built-in kinds: "v1.", "v1.apps", …
std::vector<std::string> builtin_api_services();

}  // namespace sluice::controllers::api_services
