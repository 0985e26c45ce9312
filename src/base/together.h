// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

#include "base/result.h"

namespace sluice {

// Calls `work` with 0, 1, … `count` - 1 from several threads, in no order. For work that waits:
// writes under way at the same time share disk syncs. Returns when all are done; one of the errors,
// if there are any.
Result<void> do_together(std::size_t count, const std::function<Result<void>(std::size_t)>& work);

}  // namespace sluice
