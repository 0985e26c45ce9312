// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "json/value.h"

namespace sluice::registry {

// Of the classes that pass, the one to use where none is named: the newest, and of those made in
// the same second the first by name. Null when none passes.
const json::Value* newest_where(const std::vector<json::Value>& classes,
                                const std::function<bool(const json::Value&)>& passes);

}  // namespace sluice::registry
