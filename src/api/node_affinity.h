// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/value.h"

namespace sluice::api {

// Whether `node` satisfies a required node affinity ({"nodeSelectorTerms": […]}): one of the terms
// must match, with all its expressions on labels and fields. Null matches every node. Pure.
bool affinity_matches(const json::Value& required, const json::Value& node);

// One of these terms, or of those that are preferred.
bool node_term_matches(const json::Value& term, const json::Value& node);

}  // namespace sluice::api
