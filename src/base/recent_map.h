// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <unordered_map>
#include <utility>

namespace sluice {

// Values by name, of which only the `capacity` last used are kept. Not thread-safe.
template <class Value>
class RecentMap {
 public:
  explicit RecentMap(std::size_t capacity) : capacity_(capacity) {}

  // Null: never there, or forgotten. Valid until the next call of operator[] or erase().
  Value* find(const std::string& name) {
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) {
      return nullptr;
    }
    entries_.splice(entries_.begin(), entries_, found->second);
    return &found->second->second;
  }

  // Made anew when not there, at the cost of the one that was not used for longest.
  Value& operator[](const std::string& name) {
    if (Value* known = find(name)) {
      return *known;
    }
    if (entries_.size() == capacity_) {
      by_name_.erase(entries_.back().first);
      entries_.pop_back();
    }
    entries_.emplace_front(name, Value());
    by_name_[name] = entries_.begin();
    return entries_.front().second;
  }

  void erase(const std::string& name) {
    const auto found = by_name_.find(name);
    if (found != by_name_.end()) {
      entries_.erase(found->second);
      by_name_.erase(found);
    }
  }

 private:
  using Entries = std::list<std::pair<std::string, Value>>;
  const std::size_t capacity_;
  Entries entries_;  // last used first
  std::unordered_map<std::string, typename Entries::iterator> by_name_;
};

}  // namespace sluice
