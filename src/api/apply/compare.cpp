// SPDX-License-Identifier: Apache-2.0
//
// A missing value is a null pointer here; JSON's null is a value of its own.
#include "api/apply/compare.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "api/apply/parts.h"

namespace sluice::api {
namespace {

// The two versions of a value; at most one is missing.
struct Pair {
  const json::Value* before;
  const json::Value* after;
};

// What became of a value, and of what is below it.
struct Change {
  bool written = false;
  bool removed = false;
  FieldSet written_below = {};
  FieldSet removed_below = {};
};

Change compare_values(const ValueType& type, const Pair& pair);

// Gathers the changes of the parts of one value.
class Parts {
 public:
  explicit Parts(std::size_t count) { written_.reserve(count); }

  void add(PathElement element, Change change) {
    if (change.removed || !change.removed_below.empty()) {
      removed_.push_back({element, change.removed, std::move(change.removed_below)});
    }
    if (change.written || !change.written_below.empty()) {
      written_.push_back({std::move(element), change.written, std::move(change.written_below)});
    }
  }
  Change take() && {
    return {.written_below = FieldSet::of(std::move(written_)),
            .removed_below = FieldSet::of(std::move(removed_))};
  }

 private:
  std::vector<FieldSet::Node> written_;
  std::vector<FieldSet::Node> removed_;
};

Change compare_leaves(const Pair& pair) {
  if (pair.before == nullptr || pair.after == nullptr) {
    return {.written = pair.before == nullptr, .removed = pair.after == nullptr};
  }
  return {.written = !(*pair.before == *pair.after)};
}

// The member of `object`, or what its absence means; null when the object is missing itself.
const json::Value* member_of(const ValueType& type, const json::Value* object,
                             const MemberIndex& members, std::string_view name) {
  const json::Value* found = members.find(name);
  return found != nullptr || object == nullptr ? found : type.implied(name);
}

Change compare_members(const ValueType& type, const Pair& pair) {
  const MemberIndex before(pair.before);
  const MemberIndex after(pair.after);
  Parts parts(after.size());
  const auto compare_member = [&](const std::string& name, const Pair& member) {
    if (member.before != member.after) {
      parts.add(PathElement::field(name), compare_values(type.member(name), member));
    }
  };
  for (const json::Member& member : after.members()) {
    compare_member(member.key, {member_of(type, pair.before, before, member.key), &member.value});
  }
  for (const json::Member& member : before.members()) {
    if (after.find(member.key) == nullptr) {
      compare_member(member.key, {&member.value, member_of(type, pair.after, after, member.key)});
    }
  }
  return std::move(parts).take();
}

bool equal_items(std::span<const ListItem> a, std::span<const ListItem> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const ListItem& x, const ListItem& y) { return *x.value == *y.value; });
}

// Items that share an identity have one owner together.
Change compare_item(const ValueType& type, std::span<const ListItem> before,
                    std::span<const ListItem> after) {
  const json::Value* old_item = before.size() == 1 ? before.front().value : nullptr;
  const json::Value* new_item = after.size() == 1 ? after.front().value : nullptr;
  if (before.size() <= 1 && after.size() <= 1) {
    return compare_values(type, {old_item, new_item});
  }
  if (before.size() > 1 && after.size() > 1) {
    return {.written = !equal_items(before, after)};
  }
  Change change = old_item == nullptr && new_item == nullptr
                      ? Change()
                      : compare_values(type, {old_item, new_item});
  (before.size() > 1 ? change.removed : change.written) = true;
  return change;
}

std::span<const ListItem> take_same(std::span<const ListItem>& items, const PathElement& element) {
  std::size_t count = 0;
  while (count < items.size() && items[count].element == element) {
    ++count;
  }
  const auto same = items.first(count);
  items = items.subspan(count);
  return same;
}

Change compare_items(const ValueType& type, const Pair& pair) {
  const std::vector<ListItem> before = items_by_identity(type, pair.before);
  const std::vector<ListItem> after = items_by_identity(type, pair.after);
  Parts parts(after.size());
  std::span<const ListItem> left = before;
  std::span<const ListItem> right = after;
  while (!left.empty() || !right.empty()) {
    const bool from_left =
        right.empty() || (!left.empty() && left.front().element < right.front().element);
    const PathElement& element = from_left ? left.front().element : right.front().element;
    const auto old_items = take_same(left, element);
    const auto new_items = take_same(right, element);
    parts.add(element, compare_item(type.item(), old_items, new_items));
  }
  return std::move(parts).take();
}

bool empty_container(const json::Value* value) {
  return value == nullptr || (value->as_array().empty() && value->as_object().empty());
}

// A value of no fixed type that turns from an object into something else, or back.
Change compare_forms(const Pair& pair) {
  const bool from_object = pair.before->is_object();
  Change change = compare_values(ValueType::deduced(), {from_object ? pair.before : nullptr,
                                                        from_object ? nullptr : pair.after});
  change.written = true;
  change.removed = false;
  return change;
}

bool differ_in_form(const Pair& pair) {
  return pair.before != nullptr && pair.after != nullptr && !pair.before->is_null() &&
         !pair.after->is_null() && pair.before->is_object() != pair.after->is_object();
}

Change compare_values(const ValueType& type, const Pair& pair) {
  if (type.form() == ValueType::Form::kDeduced && differ_in_form(pair)) {
    return compare_forms(pair);
  }
  const bool by_after = pair.after != nullptr && (pair.before == nullptr || !pair.after->is_null());
  const ValueType resolved = type.resolved(by_after ? *pair.after : *pair.before);
  const ValueType::Form form = resolved.form();
  if (form == ValueType::Form::kLeaf ||
      (empty_container(pair.before) && empty_container(pair.after))) {
    return compare_leaves(pair);
  }
  Change change = form == ValueType::Form::kList ? compare_items(resolved, pair)
                                                 : compare_members(resolved, pair);
  change.written = pair.before == nullptr;
  change.removed = pair.after == nullptr;
  return change;
}

}  // namespace

Comparison compare(const ValueType& type, const json::Value& before, const json::Value& after) {
  Change change = compare_values(type, {&before, &after});
  return {std::move(change.written_below), std::move(change.removed_below)};
}

}  // namespace sluice::api
