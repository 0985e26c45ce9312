// SPDX-License-Identifier: Apache-2.0
#include "registry/write_together.h"

#include <algorithm>
#include <mutex>

#include "base/worker_pool.h"

namespace sluice::registry {
namespace {

constexpr std::size_t kWriters = 16;

}  // namespace

Result<void> write_together(std::size_t count,
                            const std::function<Result<void>(std::size_t)>& write) {
  if (count == 0) {
    return {};
  }
  std::mutex mutex;
  Result<void> result;
  WorkerPool writers("writers", std::min(kWriters, count), count);
  for (std::size_t i = 0; i < count; ++i) {
    writers.submit([&, i] {
      auto written = write(i);
      if (!written) {
        const std::scoped_lock lock(mutex);
        result = std::move(written);
      }
    });
  }
  writers.stop();
  return result;
}

}  // namespace sluice::registry
