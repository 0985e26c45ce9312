// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "machines/times.h"

namespace sluice::machines {

// Which phases were told already, for who watches machines come and go. Remembers them as long as
// their machine is there. Thread-safe.
class SeenTimes {
 public:
  // Those that were not told before.
  std::vector<PhaseTime> news(const std::vector<PhaseTime>& times);

  // Forgets machines that are in neither this list nor the one before: one that came after the list
  // was made is not gone.
  void keep(const std::set<std::string>& machines);

  std::size_t size() const;

 private:
  struct Told {
    std::set<std::string> lines;
    bool was_missing = false;
  };
  mutable std::mutex mutex_;  // guards what follows
  std::map<std::string, Told> by_machine_;
};

}  // namespace sluice::machines
