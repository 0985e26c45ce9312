// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/kind.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::api {

// Strategic merge patch: lists of maps merge by their key as the kind's schema says; honours the
// directives $patch, $retainKeys, $deleteFromPrimitiveList/… and $setElementOrder/….
Result<json::Value> strategic_merge(const Kind& kind, json::Value original,
                                    const json::Value& patch);

}  // namespace sluice::api
