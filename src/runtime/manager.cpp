// SPDX-License-Identifier: Apache-2.0
#include "runtime/manager.h"

#include <string>

#include "base/log.h"
#include "base/text.h"

namespace sluice::runtime {

namespace {

constexpr std::chrono::seconds kFailedStartGrace{10};

}  // namespace

Result<void> Manager::start() {
  for (std::size_t i = 0; i < runnables_.size(); ++i) {
    {
      const std::scoped_lock lock(mutex_);
      if (stopping_) {
        return fail(Code::kCancelled, "stopped while starting");
      }
      started_ = i + 1;
    }
    auto started = runnables_[i]->start();
    if (!started) {
      Error error = with_context(started.error(), "starting " + runnables_[i]->name());
      if (auto stopped = stop(kFailedStartGrace); !stopped) {
        log::warning(stopped.error().message);
      }
      return tl::unexpected(std::move(error));
    }
  }
  return {};
}

Result<void> Manager::stop(Duration within) {
  std::size_t started = 0;
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
    started = started_;
  }
  const SteadyTime deadline = clock_.steady() + within;
  std::vector<std::string> late;
  for (std::size_t i = started; i-- > 0;) {
    runnables_[i]->request_stop();
    if (!runnables_[i]->await_stopped(deadline)) {
      late.push_back(runnables_[i]->name());
    }
  }
  if (!late.empty()) {
    return fail(Code::kTimeout, "still working after the time to stop: " + join(late, ", "));
  }
  return {};
}

}  // namespace sluice::runtime
