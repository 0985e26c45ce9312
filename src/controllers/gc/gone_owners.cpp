// SPDX-License-Identifier: Apache-2.0
#include "controllers/gc/gone_owners.h"

namespace sluice::controllers::gc {

namespace {

constexpr std::size_t kKept = 500;

}  // namespace

void GoneOwners::add(const std::string& uid) {
  const std::scoped_lock lock(mutex_);
  if (!uids_.insert(uid).second) {
    return;
  }
  order_.push_back(uid);
  if (order_.size() > kKept) {
    uids_.erase(order_.front());
    order_.pop_front();
  }
}

bool GoneOwners::contains(const std::string& uid) const {
  const std::scoped_lock lock(mutex_);
  return uids_.contains(uid);
}

}  // namespace sluice::controllers::gc
