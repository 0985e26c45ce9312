// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "api/kind.h"
#include "json/value.h"

namespace sluice::api {

// What the writer of a valid object is warned of, in Kubernetes' words; `old` is null for new ones.
// Pure.
std::vector<std::string> warnings(const Kind& kind, const json::Value& object,
                                  const json::Value* old);

}  // namespace sluice::api
