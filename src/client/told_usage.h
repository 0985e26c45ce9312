// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "api/meta.h"
#include "client/usage_source.h"

namespace sluice::client {

// A source for tests: pods use what it was told, by their names. What was told without a time was
// measured just now, over ten seconds.
class ToldUsage final : public UsageSource {
 public:
  explicit ToldUsage(const Clock& clock) : clock_(clock) {}

  void tell(const std::string& pod, PodUsage usage) {
    const std::lock_guard lock(mutex_);
    by_pod_.insert_or_assign(pod, std::move(usage));
  }
  void forget(const std::string& pod) {
    const std::lock_guard lock(mutex_);
    by_pod_.erase(pod);
  }

  std::optional<PodUsage> usage(const Object& pod) const override {
    const std::lock_guard lock(mutex_);
    const auto found = by_pod_.find(api::name(pod));
    if (found == by_pod_.end()) {
      return std::nullopt;
    }
    PodUsage usage = found->second;
    if (usage.time == WallTime{}) {
      usage.time = clock_.now();
      usage.window = std::chrono::seconds(10);
    }
    return usage;
  }

 private:
  const Clock& clock_;
  mutable std::mutex mutex_;
  std::map<std::string, PodUsage> by_pod_;
};

}  // namespace sluice::client
