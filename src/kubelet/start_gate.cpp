// SPDX-License-Identifier: Apache-2.0
#include "kubelet/start_gate.h"

#include "runtime/backoff.h"

namespace sluice::kubelet {
namespace {

constexpr int kAtATime = 2;
constexpr std::size_t kASecond = 8;
constexpr int kTogether = 32;
constexpr runtime::BackoffLimits kAfterRefusal{std::chrono::seconds(2), std::chrono::minutes(1)};
constexpr Duration kAfterSilence = std::chrono::minutes(1);

}  // namespace

bool StartGate::enter(Startup startup) {
  const bool can_try = startup != Startup::kBatch && allocations_last();
  std::unique_lock lock(mutex_);
  if (can_try && (startup == Startup::kAllocate || may_try(lock))) {
    ++trying_;
    return true;
  }
  ++submitting_;
  moved_on_.wait(lock, [this] { return trying_ == 0; });
  return false;
}

bool StartGate::may_try(std::unique_lock<std::mutex>& lock) {
  entered_.push_back(clock_.steady());
  while (is_quiet(clock_.steady())) {
    if (trying_ < kAtATime) {
      return true;
    }
    moved_on_.wait(lock);
  }
  return false;
}

bool StartGate::is_quiet(SteadyTime now) {
  while (!entered_.empty() && now - entered_.front() >= std::chrono::seconds(1)) {
    entered_.pop_front();
  }
  return entered_.size() <= kASecond && allocations_ + trying_ < kTogether && submitting_ == 0 &&
         !anyone_waits_ && !queued_ && now >= not_before_;
}

void StartGate::leave(Outcome outcome) {
  {
    const std::scoped_lock lock(mutex_);
    --trying_;
    if (outcome == Outcome::kStarted) {
      ++allocations_;
      refusals_ = 0;
    } else {
      not_before_ =
          clock_.steady() +
          (outcome == Outcome::kRefused ? kAfterRefusal.after(++refusals_) : kAfterSilence);
    }
  }
  moved_on_.notify_all();
}

void StartGate::queued() {
  {
    const std::scoped_lock lock(mutex_);
    --submitting_;
    queued_ = clock_.steady();
  }
  moved_on_.notify_all();
}

void StartGate::answered(SteadyTime asked, bool anyone_waits, int allocations) {
  const std::scoped_lock lock(mutex_);
  allocations_ = allocations;
  anyone_waits_ = anyone_waits;
  if (queued_ && *queued_ < asked) {
    queued_.reset();
  }
}

bool StartGate::allocations_last() {
  {
    const std::scoped_lock lock(mutex_);
    if (allocations_last_) {
      return *allocations_last_;
    }
  }
  const auto info = slurm_.ping();
  if (!info) {
    return false;
  }
  const std::scoped_lock lock(mutex_);
  allocations_last_ = info->inactive_limit_seconds == 0;
  return *allocations_last_;
}

}  // namespace sluice::kubelet
