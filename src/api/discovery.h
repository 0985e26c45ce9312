// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "api/kind.h"
#include "json/value.h"

namespace sluice::api {

// The documents in which a server says what it serves, from a table of kinds. Kinds of one group
// and version need not stand together. Groups without kinds of theirs give nothing.

json::Value api_versions(std::string_view server_address);         // /api
json::Value api_group_list(std::span<const Kind> kinds);           // /apis
std::optional<json::Value> api_group(std::span<const Kind> kinds,  // /apis/<group>
                                     std::string_view group);
std::optional<json::Value> api_resource_list(std::span<const Kind> kinds,  // /api/v1, /apis/<g>/<v>
                                             std::string_view group, std::string_view version);

// apidiscovery.k8s.io/v2 APIGroupDiscoveryList: of the core group (/api) or of all others (/apis).
json::Value aggregated_discovery(std::span<const Kind> kinds, bool core);

}  // namespace sluice::api
