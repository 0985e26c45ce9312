// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/failures.h"

#include <algorithm>

#include "runtime/backoff.h"

namespace sluice::controllers::owned {
namespace {

constexpr runtime::BackoffLimits kLimits{.first = std::chrono::seconds(1),
                                         .limit = std::chrono::minutes(15)};

}  // namespace

Duration Failures::rest(const std::string& place) {
  const std::scoped_lock lock(mutex_);
  forget_old();
  const auto found = places_.find(place);
  if (found == places_.end()) {
    return Duration::zero();
  }
  const SteadyTime until = found->second.last + kLimits.after(found->second.count);
  return std::max<Duration>(until - clock_.steady(), Duration::zero());
}

void Failures::note(const std::string& place) {
  const std::scoped_lock lock(mutex_);
  Entry& entry = places_[place];
  ++entry.count;
  entry.last = clock_.steady();
}

void Failures::forget_old() {
  const SteadyTime long_ago = clock_.steady() - 2 * kLimits.limit;
  std::erase_if(places_, [&](const auto& place) { return place.second.last < long_ago; });
}

}  // namespace sluice::controllers::owned
