// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "api/kind.h"
#include "api/openapi/dialect.h"
#include "json/value.h"

namespace sluice::api {

// {"$ref": …} to a named definition.
json::Value definition_reference(OpenApi dialect, std::string_view name);

// "io.k8s.api.core.v1.PodList"
std::string list_definition_name(const Kind& kind);

// What watches answer with.
inline constexpr std::string_view kWatchEventDefinition =
    "io.k8s.apimachinery.pkg.apis.meta.v1.WatchEvent";

// Name to schema for everything reachable from the kinds, their lists and what requests carry.
json::Value definitions(std::span<const Kind> kinds, OpenApi dialect);

}  // namespace sluice::api
