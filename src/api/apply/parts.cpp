// SPDX-License-Identifier: Apache-2.0
#include "api/apply/parts.h"

#include <algorithm>

namespace sluice::api {
namespace {

constexpr std::size_t kLarge = 32;  // below, looking at each member is quicker

}  // namespace

MemberIndex::MemberIndex(const json::Value* value)
    : members_((value == nullptr ? json::Value::null() : *value).as_object()) {
  if (members_.size() < kLarge) {
    return;
  }
  sorted_.reserve(members_.size());
  for (const json::Member& member : members_) {
    sorted_.emplace_back(member.key, &member.value);
  }
  std::sort(sorted_.begin(), sorted_.end());
}

const json::Value* MemberIndex::find(std::string_view name) const {
  if (sorted_.empty()) {
    return members_.find(name);
  }
  const auto at =
      std::lower_bound(sorted_.begin(), sorted_.end(), name,
                       [](const auto& entry, std::string_view key) { return entry.first < key; });
  return at != sorted_.end() && at->first == name ? at->second : nullptr;
}

std::vector<ListItem> items_by_identity(const ValueType& type, const json::Value* list) {
  std::vector<ListItem> items;
  if (list == nullptr) {
    return items;
  }
  items.reserve(list->as_array().size());
  for (const json::Value& item : list->as_array()) {
    if (auto element = PathElement::item(type.list(), item)) {
      items.push_back({std::move(*element), &item});
    }
  }
  std::stable_sort(items.begin(), items.end(),
                   [](const ListItem& a, const ListItem& b) { return a.element < b.element; });
  return items;
}

}  // namespace sluice::api
