// SPDX-License-Identifier: Apache-2.0
#include "base/together.h"

#include <algorithm>
#include <mutex>

#include "base/worker_pool.h"

namespace sluice {
namespace {

constexpr std::size_t kThreads = 16;

}  // namespace

Result<void> do_together(std::size_t count, const std::function<Result<void>(std::size_t)>& work) {
  if (count == 0) {
    return {};
  }
  if (count == 1) {
    return work(0);
  }
  std::mutex mutex;
  Result<void> result;
  WorkerPool pool("together", std::min(kThreads, count), count);
  for (std::size_t i = 0; i < count; ++i) {
    pool.submit([&, i] {
      auto done = work(i);
      if (!done) {
        const std::scoped_lock lock(mutex);
        result = std::move(done);
      }
    });
  }
  pool.stop();
  return result;
}

}  // namespace sluice
