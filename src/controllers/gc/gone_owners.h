// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <mutex>
#include <set>
#include <string>

namespace sluice::controllers::gc {

// The UIDs of owners that were seen to go, the latest of them: their kind may have gone with them,
// and then nobody could be asked any more. Thread-safe.
class GoneOwners {
 public:
  void add(const std::string& uid);
  bool contains(const std::string& uid) const;

 private:
  mutable std::mutex mutex_;
  std::set<std::string> uids_;
  std::deque<std::string> order_;  // oldest first
};

}  // namespace sluice::controllers::gc
