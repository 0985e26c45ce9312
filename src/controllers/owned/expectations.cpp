// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/expectations.h"

#include <algorithm>

namespace sluice::controllers::owned {

namespace {

constexpr std::chrono::minutes kGiveUp{5};

}  // namespace

void Expectations::expect(const api::Key& owner, const std::string& pod) {
  const std::scoped_lock lock(mutex_);
  pending_[owner][pod] = clock_.steady() + kGiveUp;
}

void Expectations::met(const api::Key& owner, const std::string& pod) {
  const std::scoped_lock lock(mutex_);
  const auto found = pending_.find(owner);
  if (found != pending_.end()) {
    found->second.erase(pod);
    if (found->second.empty()) {
      pending_.erase(found);
    }
  }
}

Duration Expectations::remaining(const api::Key& owner) {
  const std::scoped_lock lock(mutex_);
  const auto found = pending_.find(owner);
  if (found == pending_.end()) {
    return Duration::zero();
  }
  Duration longest = Duration::zero();
  for (const auto& [pod, give_up] : found->second) {
    longest = std::max<Duration>(longest, give_up - clock_.steady());
  }
  if (longest == Duration::zero()) {
    pending_.erase(found);
  }
  return longest;
}

}  // namespace sluice::controllers::owned
