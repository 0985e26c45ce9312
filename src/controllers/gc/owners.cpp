// SPDX-License-Identifier: Apache-2.0
#include "controllers/gc/owners.h"

#include <algorithm>
#include <utility>

namespace sluice::controllers::gc {

namespace {

client::Patch metadata_patch(const client::Object& object, const char* field, json::Array value) {
  json::Object metadata{{"uid", api::uid(object)},
                        {"resourceVersion", api::resource_version(object)}};
  metadata[field] = std::move(value);
  return {client::PatchType::kMerge, json::Object{{"metadata", std::move(metadata)}}};
}

}  // namespace

const json::Array& owner_references(const client::Object& object) {
  return object.at("metadata", "ownerReferences").as_array();
}

bool has_owner(const client::Object& object, const std::string& uid) {
  const json::Array& references = owner_references(object);
  return std::any_of(references.begin(), references.end(), [&](const json::Value& reference) {
    return reference.at("uid").as_string() == uid;
  });
}

std::vector<std::string> owner_uids(const client::Object& object) {
  std::vector<std::string> uids;
  for (const json::Value& reference : owner_references(object)) {
    uids.push_back(reference.at("uid").as_string());
  }
  return uids;
}

bool has_finalizer(const client::Object& object, std::string_view finalizer) {
  const json::Array& finalizers = object.at("metadata", "finalizers").as_array();
  return std::any_of(finalizers.begin(), finalizers.end(),
                     [&](const json::Value& item) { return item.as_string() == finalizer; });
}

bool awaits_dependents(const client::Object& object) {
  return api::is_being_deleted(object) && has_finalizer(object, kForeground);
}

bool blocks(const client::Object& dependent, const std::string& owner_uid) {
  const json::Array& references = owner_references(dependent);
  return std::any_of(references.begin(), references.end(), [&](const json::Value& reference) {
    return reference.at("uid").as_string() == owner_uid &&
           reference.at("blockOwnerDeletion").as_bool();
  });
}

client::Patch without_owners(const client::Object& object, const std::set<std::string>& uids) {
  json::Array kept;
  for (const json::Value& reference : owner_references(object)) {
    if (!uids.contains(reference.at("uid").as_string())) {
      kept.push_back(reference);
    }
  }
  return metadata_patch(object, "ownerReferences", std::move(kept));
}

client::Patch without_blocking(const client::Object& object) {
  json::Array references = owner_references(object);
  for (json::Value& reference : references) {
    reference["blockOwnerDeletion"] = false;
  }
  return metadata_patch(object, "ownerReferences", std::move(references));
}

client::Patch without_finalizer(const client::Object& object, std::string_view finalizer) {
  json::Array kept;
  for (const json::Value& item : object.at("metadata", "finalizers").as_array()) {
    if (item.as_string() != finalizer) {
      kept.push_back(item);
    }
  }
  return metadata_patch(object, "finalizers", std::move(kept));
}

}  // namespace sluice::controllers::gc
