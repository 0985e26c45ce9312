// SPDX-License-Identifier: Apache-2.0
#include "kubelet/start_gate.h"

namespace sluice::kubelet {
namespace {

constexpr int kAtATime = 2;
constexpr std::size_t kASecond = 8;
constexpr int kTogether = 32;
constexpr Duration kAfterRefusal = std::chrono::seconds(2);
constexpr Duration kAfterSilence = std::chrono::minutes(1);

}  // namespace

bool StartGate::enter(Startup startup) {
  if (startup == Startup::kBatch || !allocations_last()) {
    return false;
  }
  const std::scoped_lock lock(mutex_);
  if (startup == Startup::kAuto && !is_quiet()) {
    return false;
  }
  ++trying_;
  return true;
}

bool StartGate::is_quiet() {
  const SteadyTime now = clock_.steady();
  while (!entered_.empty() && now - entered_.front() >= std::chrono::seconds(1)) {
    entered_.pop_front();
  }
  entered_.push_back(now);
  return entered_.size() <= kASecond && trying_ < kAtATime && allocations_ + trying_ < kTogether &&
         !anyone_waits_ && !queued_ && now >= not_before_;
}

void StartGate::leave(Outcome outcome) {
  const std::scoped_lock lock(mutex_);
  --trying_;
  allocations_ += outcome == Outcome::kStarted ? 1 : 0;
  if (outcome != Outcome::kStarted) {
    not_before_ = clock_.steady() + (outcome == Outcome::kRefused ? kAfterRefusal : kAfterSilence);
  }
}

void StartGate::queued() {
  const std::scoped_lock lock(mutex_);
  queued_ = clock_.steady();
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
