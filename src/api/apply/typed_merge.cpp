// SPDX-License-Identifier: Apache-2.0
#include "api/apply/typed_merge.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "api/apply/parts.h"

namespace sluice::api {
namespace {

json::Value merge_members(const ValueType& type, const json::Value& live,
                          const json::Value& config) {
  const MemberIndex old_members(&live);
  const MemberIndex new_members(&config);
  json::Object merged;
  for (const json::Member& member : old_members.members()) {
    const json::Value* wanted = new_members.find(member.key);
    merged.append(member.key, wanted == nullptr
                                  ? member.value
                                  : typed_merge(type.member(member.key), member.value, *wanted));
  }
  for (const json::Member& member : new_members.members()) {
    if (old_members.find(member.key) == nullptr) {
      merged.append(member.key, member.value);
    }
  }
  return merged;
}

// Merges lists whose items have an identity.
class ItemMerge {
 public:
  ItemMerge(const ValueType& type, const json::Array& live, const json::Array& config)
      : type_(type), live_(identify(live)), config_(identify(config)) {
    for (const ListItem& item : live_) {
      auto [entry, first] = live_by_identity_.try_emplace(item.element, item.value);
      entry->second = first ? item.value : &json::Value::null();
    }
    for (const ListItem& item : config_) {
      wanted_.insert(item.element);
    }
  }

  // A live item that config has too stands where config wants it: everything config has before it
  // comes first. Live items that config wants elsewhere are left for that place.
  json::Array merge() {
    for (const ListItem& item : live_) {
      if (!wanted_.contains(item.element)) {
        merged_.push_back(*item.value);
      } else if (const std::size_t at = next_shared();
                 at < config_.size() && config_[at].element == item.element) {
        emit_until(at + 1);
      }
    }
    emit_until(config_.size());
    return std::move(merged_);
  }

 private:
  std::vector<ListItem> identify(const json::Array& items) const {
    std::vector<ListItem> result;
    for (const json::Value& item : items) {
      auto element = PathElement::item(type_.list(), item);
      result.push_back({element ? std::move(*element) : PathElement(), &item});
    }
    return result;
  }
  // Goes on from where it was last time: what is not shared never is.
  std::size_t next_shared() {
    shared_ = std::max(shared_, next_);
    while (shared_ < config_.size() && !live_by_identity_.contains(config_[shared_].element)) {
      ++shared_;
    }
    return shared_;
  }
  // Live items that share an identity are replaced by config's, not merged: null stands for them.
  void emit_until(std::size_t end) {
    for (; next_ < end; ++next_) {
      const ListItem& item = config_[next_];
      const auto live = live_by_identity_.find(item.element);
      merged_.push_back(live == live_by_identity_.end()
                            ? *item.value
                            : typed_merge(type_.item(), *live->second, *item.value));
    }
  }

  const ValueType& type_;
  const std::vector<ListItem> live_;
  const std::vector<ListItem> config_;
  std::map<PathElement, const json::Value*> live_by_identity_;
  std::set<PathElement> wanted_;
  json::Array merged_;
  std::size_t next_ = 0;
  std::size_t shared_ = 0;
};

json::Value members_without(const ValueType& type, const json::Value& value, const FieldSet& set) {
  json::Object kept;
  for (const json::Member& member : value.as_object()) {
    const PathElement element = PathElement::field(member.key);
    if (!set.has(element)) {
      kept.append(member.key,
                  without_fields(type.member(member.key), member.value, set.below(element)));
    }
  }
  return kept.empty() ? json::Value() : json::Value(std::move(kept));
}

json::Value items_without(const ValueType& type, const json::Value& value, const FieldSet& set) {
  json::Array kept;
  for (const json::Value& item : value.as_array()) {
    const auto element = PathElement::item(type.list(), item);
    if (!element) {
      kept.push_back(item);
    } else if (!set.has(*element)) {
      kept.push_back(without_fields(type.item(), item, set.below(*element)));
    }
  }
  return kept.empty() ? json::Value() : json::Value(std::move(kept));
}

}  // namespace

json::Value typed_merge(const ValueType& type, const json::Value& live, const json::Value& config) {
  const ValueType resolved = type.resolved(config);
  switch (resolved.form()) {
    case ValueType::Form::kObject:
    case ValueType::Form::kMap:
      return live.as_object().empty() || config.as_object().empty()
                 ? (live.as_object().empty() ? config : live)
                 : merge_members(resolved, live, config);
    case ValueType::Form::kList:
      return live.as_array().empty() || config.as_array().empty()
                 ? (live.as_array().empty() ? config : live)
                 : ItemMerge(resolved, live.as_array(), config.as_array()).merge();
    case ValueType::Form::kLeaf:
    case ValueType::Form::kDeduced:
      break;
  }
  return config;
}

json::Value without_fields(const ValueType& type, const json::Value& document,
                           const FieldSet& set) {
  if (set.empty()) {
    return document;
  }
  const ValueType resolved = type.resolved(document);
  switch (resolved.form()) {
    case ValueType::Form::kObject:
    case ValueType::Form::kMap:
      return members_without(resolved, document, set);
    case ValueType::Form::kList:
      return items_without(resolved, document, set);
    case ValueType::Form::kLeaf:
    case ValueType::Form::kDeduced:
      break;
  }
  return document.is_array() || document.is_object() ? json::Value() : document;
}

}  // namespace sluice::api
