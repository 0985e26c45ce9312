// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "api/catalog.h"
#include "json/value.h"

namespace sluice::controllers::api_services {

// How an APIService says that this program wrote it: "onstart" for what is built in, "true" for
// what a definition added.
inline constexpr const char* kManaged = "kube-aggregator.kubernetes.io/automanaged";

// The APIService of a group and version that this server serves itself; nothing for a name that
// stands for none. `catalog`: null for the built-in kinds alone.
std::optional<json::Value> local_api_service(const api::Catalog* catalog, const std::string& name);

// The names of those of the built-in kinds: "v1.", "v1.apps", …
std::vector<std::string> builtin_api_services();

}  // namespace sluice::controllers::api_services
