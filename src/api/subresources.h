// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "api/kind.h"
#include "api/tables/kinds.h"

namespace sluice::api {

// What discovery and OpenAPI say about the subresources of a kind, built-in or custom.
std::vector<tables::Subresource> subresources_of(const Kind& kind);

// Whether requests to that one may use the verb.
bool subresource_serves(const Kind& kind, std::string_view name, std::string_view verb);

// What requests to that one send, as a kind: Scale, Binding; where it is the object, that kind.
Kind part_kind(const Kind& kind, std::string_view name);

}  // namespace sluice::api
