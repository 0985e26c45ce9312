// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

#include "base/result.h"

namespace sluice::controllers::owned {

// Calls `create` with 0, 1, … `count` - 1 in batches of one, two, four and so on, those of a batch
// at the same time, and stops after a batch with a failure: a namespace that refuses pods is asked
// once, not a hundred times. Returns one of the errors of that batch.
Result<void> slow_start(std::size_t count, const std::function<Result<void>(std::size_t)>& create);

}  // namespace sluice::controllers::owned
