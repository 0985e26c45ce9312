// SPDX-License-Identifier: Apache-2.0
#include "api/strategic_order.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "json/text.h"

namespace sluice::api {
namespace {

using json::Array;
using json::Value;

// Where in a list the item of an identity stands first.
class Places {
 public:
  Places(const Field& field, const Array& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      places_.try_emplace(item_identity(field, list[i]), static_cast<std::ptrdiff_t>(i));
    }
  }

  std::ptrdiff_t of(const std::string& identity) const {  // -1: not there
    const auto found = places_.find(identity);
    return found == places_.end() ? -1 : found->second;
  }

 private:
  std::map<std::string, std::ptrdiff_t> places_;
};

}  // namespace

std::string item_identity(const Field& field, const Value& item) {
  return json::write(field.type == FieldType::kObject ? item.at(field.merge_key) : item);
}

void arrange_merged(const Field& field, Array& items, const Array& patch, const Array& before) {
  struct Placed {
    Value item;
    std::ptrdiff_t in_patch;
    std::ptrdiff_t before;
  };
  const Places in_patch(field, patch);
  const Places in_before(field, before);
  std::vector<Placed> all;
  all.reserve(items.size());
  for (Value& item : items) {
    const std::string who = item_identity(field, item);
    all.push_back({std::move(item), in_patch.of(who), in_before.of(who)});
  }
  const auto others = std::stable_partition(
      all.begin(), all.end(), [](const Placed& placed) { return placed.in_patch >= 0; });
  std::stable_sort(all.begin(), others,
                   [](const Placed& a, const Placed& b) { return a.in_patch < b.in_patch; });
  Array result;
  result.reserve(all.size());
  for (auto named = all.begin(), rest = others; named != others || rest != all.end();) {
    const bool named_first =
        rest == all.end() || (named != others && named->before < rest->before);
    result.push_back(std::move((named_first ? named++ : rest++)->item));
  }
  items = std::move(result);
}

void reorder_items(const Field& field, Array& items, const Array& order) {
  const Places wanted(field, order);
  std::vector<std::ptrdiff_t> ranks;
  std::vector<std::pair<std::ptrdiff_t, Value>> named;
  for (const Value& item : items) {
    ranks.push_back(wanted.of(item_identity(field, item)));
    if (ranks.back() >= 0) {
      named.emplace_back(ranks.back(), item);
    }
  }
  std::stable_sort(named.begin(), named.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  auto next = named.begin();
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (ranks[i] >= 0) {
      items[i] = std::move((next++)->second);
    }
  }
}

}  // namespace sluice::api
