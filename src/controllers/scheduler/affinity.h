// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "client/client.h"

namespace sluice::controllers::scheduler {

// The sum of the weights of the pod's preferred node affinity terms that match.
std::int64_t preference(const client::Object& pod, const client::Object& node);

// The only nodes the pod's required affinity can match, when every term names some.
std::optional<std::set<std::string>> named_nodes(const client::Object& pod);

}  // namespace sluice::controllers::scheduler
