// SPDX-License-Identifier: Apache-2.0
// Strategic merge patch. Objects merge member by member, null removes, lists without a merge
// strategy are replaced. Lists with one merge by key (objects) or as a set (scalars). Directives:
//   $patch: replace | delete | merge      in an object, or in an item of a keyed list
//   $retainKeys: [names]                  members not named are removed
//   $deleteFromPrimitiveList/f: [values]  removes values from the scalar list f
//   $setElementOrder/f: [...]             the order of list f afterwards
#include "api/strategic_merge.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "api/schema.h"
#include "api/strategic_order.h"
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

std::set<std::string> texts_of(const Array& values) {
  std::set<std::string> texts;
  for (const Value& value : values) {
    texts.insert(json::write(value));
  }
  return texts;
}

void retain_keys(Value& original, const Value& patch) {
  const Value* names = patch.find(kRetain);
  if (names == nullptr) {
    return;
  }
  const std::set<std::string> wanted = texts_of(names->as_array());
  original.object().erase_if(
      [&](const Member& member) { return !wanted.contains(json::write(member.key)); });
}

void merge_scalars(Array& original, const Array& patch) {
  std::set<std::string> there = texts_of(original);
  for (const Value& value : patch) {
    if (there.insert(json::write(value)).second) {
      original.push_back(value);
    }
  }
}

bool replaces_list(const Array& patch) {
  return std::any_of(patch.begin(), patch.end(), [](const Value& item) {
    return item.at(kPatch).as_string() == "replace" && item.as_object().size() == 1;
  });
}

// Merges items one after another into a list. Deleted ones keep their place until the end, so that
// those of the others stay known.
class KeyedList {
 public:
  KeyedList(const Field& field, Array& items)
      : field_(field), items_(items), deleted_(items.size(), false) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      places_[item_identity(field, items[i])].push_back(i);
    }
  }

  Result<void> merge(const Value& patch) {
    const Value* key = patch.find(field_.merge_key);
    if (key == nullptr || key->is_null()) {
      return refuse("an item of \"" + std::string(field_.name) +
                    "\" does not contain its merge key \"" + std::string(field_.merge_key) + "\"");
    }
    const auto found = places_.find(json::write(*key));
    if (patch.at(kPatch).as_string() == "delete") {
      remove(found);
      return {};
    }
    if (found != places_.end()) {
      return merge_object(field_.schema, items_[found->second.front()], patch);
    }
    places_[json::write(*key)].push_back(items_.size());
    items_.push_back(without_directives(patch));
    deleted_.push_back(false);
    return {};
  }

  void finish() {
    Array kept;
    kept.reserve(items_.size());
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (!deleted_[i]) {
        kept.push_back(std::move(items_[i]));
      }
    }
    items_ = std::move(kept);
  }

 private:
  using ByIdentity = std::map<std::string, std::vector<std::size_t>>;

  void remove(ByIdentity::iterator found) {
    if (found != places_.end()) {
      for (const std::size_t place : found->second) {
        deleted_[place] = true;
      }
      places_.erase(found);
    }
  }

  const Field& field_;
  Array& items_;
  ByIdentity places_;
  std::vector<bool> deleted_;
};

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
  KeyedList merged(field, items);
  for (const Value& item : patch.as_array()) {
    if (!item.is_object()) {
      return refuse("items of \"" + std::string(field.name) + "\" must be objects");
    }
    TRY(merged.merge(item));
  }
  merged.finish();
  arrange_merged(field, items, patch.as_array(), before);
  return {};
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
    const std::set<std::string> unwanted = texts_of(values);
    std::erase_if(list->array(),
                  [&](const Value& item) { return unwanted.contains(json::write(item)); });
  } else {
    reorder_items(*field, list->array(), values);
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
