// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"

namespace sluice::controllers::scheduler {

// Whether `node` satisfies a required node affinity ({"nodeSelectorTerms": […]}): one of the terms
// must match, with all its expressions on labels and fields. Null matches every node. Pure.
bool affinity_matches(const json::Value& required, const client::Object& node);

}  // namespace sluice::controllers::scheduler
