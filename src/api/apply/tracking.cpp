// SPDX-License-Identifier: Apache-2.0
#include "api/apply/tracking.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "api/apply/versioned_changes.h"
#include "api/meta.h"
#include "base/timestamp.h"

namespace sluice::api {
namespace {

constexpr std::size_t kMostUpdaters = 10;
constexpr const char* kAncientChanges = "ancient-changes";

FieldSet identity_fields() {
  FieldSet set = field_path({"metadata"});
  for (const char* name : {"apiVersion", "kind"}) {
    set = set_union(std::move(set), field_path({name}));
  }
  for (const char* name : {"name", "namespace", "creationTimestamp", "selfLink", "uid",
                           "clusterName", "generation", "managedFields", "resourceVersion"}) {
    set = set_union(std::move(set), field_path({"metadata", name}));
  }
  return set;
}

ManagedFields decode_or_nothing(const json::Value& object) {
  auto managed = decode_managed_fields(object.at("metadata", "managedFields"));
  return managed ? std::move(*managed) : ManagedFields();
}

// The list that the object brings, when it is one: nothing means that the live one holds.
std::optional<ManagedFields> brought(const FieldWriter& writer, const json::Value& object) {
  const json::Value& list = object.at("metadata", "managedFields");
  if (!writer.subresource.empty()) {
    return std::nullopt;
  }
  if (resets_managed_fields(list)) {
    return ManagedFields();
  }
  ManagedFields managed = decode_or_nothing(object);
  return managed.empty() ? std::nullopt : std::optional(std::move(managed));
}

void set_managed_fields(json::Value& object, json::Value list) {
  if (list.as_array().empty()) {
    object["metadata"].erase("managedFields");
  } else {
    object["metadata"]["managedFields"] = std::move(list);
  }
}

// Entries of updates, oldest first.
std::vector<ManagedEntry*> updaters(ManagedFields& managed) {
  std::vector<ManagedEntry*> result;
  for (ManagedEntry& entry : managed) {
    if (!entry.applied) {
      result.push_back(&entry);
    }
  }
  std::sort(result.begin(), result.end(), [](const ManagedEntry* a, const ManagedEntry* b) {
    return std::tie(a->time, a->manager) < std::tie(b->time, b->manager);
  });
  return result;
}

// Too many updaters: the oldest become one, per version.
void merge_oldest(ManagedFields& managed) {
  std::vector<ManagedEntry*> oldest = updaters(managed);
  std::size_t count = oldest.size();
  for (std::size_t i = 0; i < oldest.size() && count > kMostUpdaters; ++i) {
    ManagedEntry& entry = *oldest[i];
    const auto bucket =
        std::find_if(oldest.begin(), oldest.begin() + static_cast<std::ptrdiff_t>(i),
                     [&](const ManagedEntry* other) {
                       return !other->fields.empty() && other->api_version == entry.api_version;
                     });
    if (bucket == oldest.begin() + static_cast<std::ptrdiff_t>(i)) {
      continue;
    }
    (*bucket)->manager = kAncientChanges;
    (*bucket)->subresource.clear();
    (*bucket)->time = entry.time;
    (*bucket)->fields = set_union(std::move((*bucket)->fields), std::move(entry.fields));
    entry.fields = {};
    --count;
  }
  std::erase_if(managed, [](const ManagedEntry& entry) { return entry.fields.empty(); });
}

void take_from_others(VersionedChanges& changes, ManagedFields& managed) {
  for (ManagedEntry& entry : managed) {
    const Comparison* own = changes.in(entry.api_version);
    if (own == nullptr) {
      entry.fields = {};
      continue;
    }
    entry.fields = difference(std::move(entry.fields), own->written);
    entry.fields = difference(std::move(entry.fields), own->removed);
  }
  std::erase_if(managed, [](const ManagedEntry& entry) { return entry.fields.empty(); });
}

void record_changes(const FieldWriter& writer, VersionedChanges& changes, ManagedFields& managed) {
  take_from_others(changes, managed);
  if (!changes.own().written.empty()) {
    ManagedEntry entry{.manager = writer.manager.empty() ? "unknown" : writer.manager,
                       .api_version = writer.kind.api_version(),
                       .subresource = writer.subresource,
                       .time = format_rfc3339(writer.now),
                       .fields = changes.own().written};
    const auto known = std::find_if(managed.begin(), managed.end(), [&](const ManagedEntry& other) {
      return other.same_manager(entry);
    });
    if (known == managed.end()) {
      managed.push_back(std::move(entry));
    } else {
      known->fields = set_union(std::move(known->fields), std::move(entry.fields));
      known->time = std::move(entry.time);
    }
  }
  if (managed.size() > kMostUpdaters) {
    merge_oldest(managed);
  }
}

}  // namespace

FieldSet without_identity(FieldSet set) {
  static const FieldSet kIdentity = identity_fields();
  return difference(std::move(set), kIdentity);
}

void record_update(const FieldWriter& writer, const json::Value& live, const json::Value& object,
                   ManagedFields& managed) {
  VersionedChanges changes(writer, live, object);
  record_changes(writer, changes, managed);
}

void track_update(const FieldWriter& writer, const json::Value& live, json::Value& object) {
  std::optional<ManagedFields> list = brought(writer, object);
  const json::Value& live_list = live.at("metadata", "managedFields");
  const bool created = uid(live).empty();
  if (!created && (list ? list->empty() : live_list.as_array().empty())) {
    return set_managed_fields(object, json::Value());
  }
  VersionedChanges changes(writer, live, object);
  if (!list && changes.own().same()) {
    return set_managed_fields(object, live_list);
  }
  ManagedFields managed = list ? std::move(*list) : decode_or_nothing(live);
  if (managed.empty() && !created) {
    return set_managed_fields(object, json::Value());
  }
  record_changes(writer, changes, managed);
  set_managed_fields(object, encode_managed_fields(managed));
}

}  // namespace sluice::api
