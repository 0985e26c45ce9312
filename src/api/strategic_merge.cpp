// SPDX-License-Identifier: Apache-2.0
// Strategic merge patch. Objects merge member by member, null removes, lists without a merge
// strategy are replaced. Lists with one merge by key (objects) or as a set (scalars). Directives:
//   $patch: replace | delete | merge      in an object, or in an item of a keyed list
//   $retainKeys: [names]                  members not named are removed
//   $deleteFromPrimitiveList/f: [values]  removes values from the scalar list f
//   $setElementOrder/f: [...]             the order of list f afterwards
#include "api/strategic_merge.h"

#include <algorithm>

#include "api/schema.h"
#include "json/text.h"

namespace sluice::api {
namespace {

using json::Array;
using json::Member;
using json::Object;
using json::Value;

constexpr std::string_view kPatch = "$patch";
constexpr std::string_view kRetain = "$retainKeys";
constexpr std::string_view kDeleteFrom = "$deleteFromPrimitiveList/";
constexpr std::string_view kOrder = "$setElementOrder/";

tl::unexpected<Error> refuse(const std::string& problem) {
  return fail(Code::kBadRequest, "strategic merge patch: " + problem);
}

const Schema* schema_of(const Field* field) {
  return field == nullptr ? nullptr : field->schema;
}

// The value of a new member: directives inside it have nothing to act on and must not be stored.
Value without_directives(const Value& patch) {
  if (patch.is_array()) {
    Array items;
    for (const Value& item : patch.as_array()) {
      if (item.at(kPatch).as_string() != "delete") {
        items.push_back(without_directives(item));
      }
    }
    return items;
  }
  if (!patch.is_object()) {
    return patch;
  }
  Object members;
  for (const Member& member : patch.as_object()) {
    if (!member.key.starts_with('$') && !member.value.is_null()) {
      members.append(member.key, without_directives(member.value));
    }
  }
  return members;
}

Result<void> merge_object(const Schema* schema, Value& original, const Value& patch);

void retain_keys(Value& original, const Value& patch) {
  const Value* names = patch.find(kRetain);
  if (names == nullptr) {
    return;
  }
  Object kept;
  for (Member& member : original.object()) {
    const Array& wanted = names->as_array();
    if (std::find(wanted.begin(), wanted.end(), Value(member.key)) != wanted.end()) {
      kept.append(std::move(member.key), std::move(member.value));
    }
  }
  original = std::move(kept);
}

void merge_scalars(Array& original, const Array& patch) {
  for (const Value& value : patch) {
    if (std::find(original.begin(), original.end(), value) == original.end()) {
      original.push_back(value);
    }
  }
}

Array::iterator find_item(Array& items, std::string_view key, const Value& value) {
  return std::find_if(items.begin(), items.end(),
                      [&](const Value& item) { return item.at(key) == value; });
}

bool replaces_list(const Array& patch) {
  return std::any_of(patch.begin(), patch.end(), [](const Value& item) {
    return item.at(kPatch).as_string() == "replace" && item.as_object().size() == 1;
  });
}

Result<void> merge_item(const Field& field, Array& items, const Value& patch) {
  const Value* key = patch.find(field.merge_key);
  if (key == nullptr || key->is_null()) {
    return refuse("an item of \"" + std::string(field.name) +
                  "\" does not contain its merge key \"" + std::string(field.merge_key) + "\"");
  }
  const auto found = find_item(items, field.merge_key, *key);
  const std::string& directive = patch.at(kPatch).as_string();
  if (directive == "delete") {
    items.erase(std::remove_if(items.begin(), items.end(),
                               [&](const Value& item) { return item.at(field.merge_key) == *key; }),
                items.end());
    return {};
  }
  if (found == items.end()) {
    items.push_back(without_directives(patch));
    return {};
  }
  return merge_object(field.schema, *found, patch);
}

// As Kubernetes merges the two orders: what the patch names in its order, what only the server has
// in its own; of the two next ones the one that stood first goes first, new ones before all.
void arrange(const Field& field, Array& items, const Array& patch, const Array& before) {
  const auto place_in = [&](const Array& list, const Value& item) {
    const auto at = std::find_if(list.begin(), list.end(), [&](const Value& other) {
      return other.at(field.merge_key) == item.at(field.merge_key);
    });
    return at == list.end() ? std::ptrdiff_t{-1} : at - list.begin();
  };
  const auto others = std::stable_partition(
      items.begin(), items.end(), [&](const Value& item) { return place_in(patch, item) >= 0; });
  std::stable_sort(items.begin(), others, [&](const Value& a, const Value& b) {
    return place_in(patch, a) < place_in(patch, b);
  });
  Array result;
  result.reserve(items.size());
  for (auto named = items.begin(), rest = others; named != others || rest != items.end();) {
    const bool named_first =
        rest == items.end() ||
        (named != others && place_in(before, *named) < place_in(before, *rest));
    result.push_back(std::move(named_first ? *named++ : *rest++));
  }
  items = std::move(result);
}

Result<void> merge_list(const Field& field, Value& original, const Value& patch) {
  if (!patch.is_array()) {
    return refuse("\"" + std::string(field.name) + "\" must be a list");
  }
  if (field.type != FieldType::kObject) {
    merge_scalars(original.array(), patch.as_array());
    return {};
  }
  if (replaces_list(patch.as_array())) {
    Value items = without_directives(patch);
    std::erase_if(items.array(), [](const Value& item) { return item.as_object().empty(); });
    original = std::move(items);
    return {};
  }
  Array& items = original.array();
  const Array before = items;
  for (const Value& item : patch.as_array()) {
    if (!item.is_object()) {
      return refuse("items of \"" + std::string(field.name) + "\" must be objects");
    }
    TRY(merge_item(field, items, item));
  }
  arrange(field, items, patch.as_array(), before);
  return {};
}

// Items named in `order` come in that order; the others keep their place relative to the item
// before them.
void reorder(const Field& field, Array& items, const Array& order) {
  const auto identity = [&](const Value& item) -> const Value& {
    return field.type == FieldType::kObject ? item.at(field.merge_key) : item;
  };
  const auto rank = [&](const Value& item) {
    const auto at = std::find_if(order.begin(), order.end(), [&](const Value& wanted) {
      return identity(wanted) == identity(item);
    });
    return at - order.begin();
  };
  const auto unranked = static_cast<std::ptrdiff_t>(order.size());
  Array named;
  std::copy_if(items.begin(), items.end(), std::back_inserter(named),
               [&](const Value& item) { return rank(item) != unranked; });
  std::stable_sort(named.begin(), named.end(),
                   [&](const Value& a, const Value& b) { return rank(a) < rank(b); });
  auto next = named.begin();
  for (Value& item : items) {
    if (rank(item) != unranked) {
      item = std::move(*next++);
    }
  }
}

Result<void> apply_list_directive(const Schema* schema, Value& original, const Member& directive) {
  const bool deletes = directive.key.starts_with(kDeleteFrom);
  const std::string name = directive.key.substr(deletes ? kDeleteFrom.size() : kOrder.size());
  const Field* field = schema == nullptr ? nullptr : schema->find(name);
  if (field == nullptr || field->shape != Shape::kList || !directive.value.is_array()) {
    return refuse("\"" + directive.key + "\" does not name a list");
  }
  Value* list = original.find(name);
  if (list == nullptr || !list->is_array()) {
    return {};
  }
  const Array& values = directive.value.as_array();
  if (deletes) {
    std::erase_if(list->array(), [&](const Value& item) {
      return std::find(values.begin(), values.end(), item) != values.end();
    });
  } else {
    reorder(*field, list->array(), values);
  }
  return {};
}

Result<void> merge_member(const Schema* schema, Value& original, const Member& patch) {
  if (patch.value.is_null()) {
    original.erase(patch.key);
    return {};
  }
  const Field* field = schema == nullptr ? nullptr : schema->find(patch.key);
  Value& slot = original[patch.key];
  if (field != nullptr && field->shape == Shape::kList && field->has(kPatchMerge)) {
    return merge_list(*field, slot, patch.value);
  }
  if (!patch.value.is_object()) {
    slot = without_directives(patch.value);
    return {};
  }
  if (!slot.is_object()) {
    slot = Object();
  }
  // the members of a map of objects are described by the map's field, not by their own names
  if (field != nullptr && field->shape == Shape::kMap) {
    return merge_object(nullptr, slot, patch.value);
  }
  return merge_object(schema_of(field), slot, patch.value);
}

Result<void> merge_object(const Schema* schema, Value& original, const Value& patch) {
  const std::string& directive = patch.at(kPatch).as_string();
  if (directive == "replace") {
    original = without_directives(patch);
    return {};
  }
  if (directive == "delete") {
    original = Object();
    return {};
  }
  if (!directive.empty() && directive != "merge") {
    return refuse("unknown $patch directive \"" + directive + "\"");
  }
  retain_keys(original, patch);
  for (const Member& member : patch.as_object()) {
    if (!member.key.starts_with('$')) {
      TRY(merge_member(schema, original, member));
    }
  }
  for (const Member& member : patch.as_object()) {
    if (member.key.starts_with(kDeleteFrom) || member.key.starts_with(kOrder)) {
      TRY(apply_list_directive(schema, original, member));
    }
  }
  return {};
}

}  // namespace

Result<Value> strategic_merge(const Kind& kind, Value original, const Value& patch) {
  if (!patch.is_object()) {
    return refuse("expected an object, got " + std::string(to_string(patch.type())));
  }
  TRY(merge_object(kind.schema, original, patch));
  return original;
}

}  // namespace sluice::api
