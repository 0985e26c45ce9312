// SPDX-License-Identifier: Apache-2.0
#include "machines/seen_times.h"

#include <iterator>
#include <utility>

namespace sluice::machines {

std::vector<PhaseTime> SeenTimes::news(const std::vector<PhaseTime>& times) {
  const std::scoped_lock lock(mutex_);
  std::vector<PhaseTime> all;
  for (const PhaseTime& time : times) {
    if (by_machine_[time.machine].lines.insert(to_csv({time}, false)).second) {
      all.push_back(time);
    }
  }
  return all;
}

void SeenTimes::keep(const std::set<std::string>& machines) {
  const std::scoped_lock lock(mutex_);
  for (auto entry = by_machine_.begin(); entry != by_machine_.end();) {
    Told& told = entry->second;
    const bool was_missing = std::exchange(told.was_missing, !machines.contains(entry->first));
    entry = was_missing && told.was_missing ? by_machine_.erase(entry) : std::next(entry);
  }
}

std::size_t SeenTimes::size() const {
  const std::scoped_lock lock(mutex_);
  return by_machine_.size();
}

}  // namespace sluice::machines
