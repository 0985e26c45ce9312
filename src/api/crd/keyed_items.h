// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "json/value.h"

namespace sluice::api {

// The items of a list as it was before, found again by their keys in no more time for long lists:
// of several that are the same the first. Made when the first is looked for. Refers to both.
class KeyedItems {
 public:
  // No list, or no keys: nothing is found.
  KeyedItems(const json::Value* list, const std::vector<std::string>& keys)
      : list_(keys.empty() ? nullptr : list), keys_(keys) {}

  // The one with the same keys; null when there is none.
  const json::Value* find(const json::Value& item);

 private:
  std::string identity(const json::Value& item) const;

  const json::Value* const list_;
  const std::vector<std::string>& keys_;
  std::unordered_map<std::string, const json::Value*> found_;
};

}  // namespace sluice::api
