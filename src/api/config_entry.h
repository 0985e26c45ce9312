// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "api/kind.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::api {

// What one entry of a config map or secret holds, also from a config map's binaryData; nothing when
// it has no such key.
Result<std::optional<std::string>> entry_of(const Kind& kind, const json::Value& object,
                                            const std::string& key);

}  // namespace sluice::api
