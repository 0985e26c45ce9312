// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "json/value.h"

namespace sluice::api {

// What the writer of a valid CustomResourceDefinition is warned of: formats of strings that nobody
// knows, unless `old` (null: it is new) has them already. Each once.
std::vector<std::string> definition_warnings(const json::Value& definition, const json::Value* old);

}  // namespace sluice::api
