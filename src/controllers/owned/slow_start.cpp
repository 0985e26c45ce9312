// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/slow_start.h"

#include <algorithm>

#include "base/together.h"

namespace sluice::controllers::owned {

Result<void> slow_start(std::size_t count, const std::function<Result<void>(std::size_t)>& create) {
  std::size_t batch = 1;
  for (std::size_t first = 0; first < count; first += batch, batch *= 2) {
    batch = std::min(batch, count - first);
    TRY(do_together(batch, [&](std::size_t i) { return create(first + i); }));
  }
  return {};
}

}  // namespace sluice::controllers::owned
