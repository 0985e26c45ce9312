// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/clock.h"
#include "json/value.h"
#include "pools/decision.h"

namespace sluice::pools {

// When machines were last moved for waiting work; nothing: never.
std::optional<WallTime> last_move(const json::Value& object);

// Whether what was decided last could not be done.
bool has_failed(const json::Value& object);

// The status of a NodePool after a decision was carried out; `failure` says what of it was not,
// empty: nothing. Starts from the present one, so that times survive. Pure.
json::Value status_after(const json::Value& object, const Pool& pool, const Decision& decision,
                         const std::string& failure, WallTime now);

// Of one that cannot be read.
json::Value status_of_invalid(const json::Value& object, const std::string& why, WallTime now);

}  // namespace sluice::pools
