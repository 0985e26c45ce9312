// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "client/client.h"

namespace sluice::controllers::scheduler {

// Whether `node` satisfies a required node affinity ({"nodeSelectorTerms": […]}): one of the terms
// must match, with all its expressions on labels and fields. Null matches every node. Pure.
bool affinity_matches(const json::Value& required, const client::Object& node);

// The sum of the weights of the pod's preferred node affinity terms that match.
std::int64_t preference(const client::Object& pod, const client::Object& node);

// The only nodes the pod's required affinity can match, when every term names some.
std::optional<std::set<std::string>> named_nodes(const client::Object& pod);

}  // namespace sluice::controllers::scheduler
