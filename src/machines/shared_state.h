// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "json/value.h"

namespace sluice::machines {

// Whether several controllers of a SlurmNodeClass have their state in one place. Invalid names the
// field and what is expected there. Pure.
Result<void> check_shared_state(const json::Value& spec);

}  // namespace sluice::machines
