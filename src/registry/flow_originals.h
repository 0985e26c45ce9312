// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "json/value.h"

namespace sluice::registry {

// The priority levels and flow schemas every cluster starts with: levels first, whole documents.
std::vector<json::Value> flow_originals();

}  // namespace sluice::registry
