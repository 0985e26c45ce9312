// SPDX-License-Identifier: Apache-2.0
#include "api/meta.h"

#include "base/timestamp.h"

namespace sluice::api {

std::string to_string(const Key& key) {
  return key.ns.empty() ? key.name : key.ns + "/" + key.name;
}

const std::string& name(const json::Value& object) {
  return object.at("metadata", "name").as_string();
}

const std::string& ns(const json::Value& object) {
  return object.at("metadata", "namespace").as_string();
}

const std::string& uid(const json::Value& object) {
  return object.at("metadata", "uid").as_string();
}

const std::string& resource_version(const json::Value& object) {
  return object.at("metadata", "resourceVersion").as_string();
}

Key key(const json::Value& object) {
  return {ns(object), name(object)};
}

const std::string& label(const json::Value& object, std::string_view name) {
  return object.at("metadata", "labels", name).as_string();
}

const std::string& annotation(const json::Value& object, std::string_view name) {
  return object.at("metadata", "annotations", name).as_string();
}

bool is_being_deleted(const json::Value& object) {
  return object.at("metadata", "deletionTimestamp").is_string();
}

void drop_managed_fields(json::Value& object) {
  if (json::Value* metadata = object.find("metadata")) {
    metadata->erase("managedFields");
  }
}

const json::Value* controller_of(const json::Value& object) {
  for (const json::Value& owner : object.at("metadata", "ownerReferences").as_array()) {
    if (owner.at("controller").as_bool()) {
      return &owner;
    }
  }
  return nullptr;
}

json::Value controller_reference(const json::Value& owner) {
  return json::Object{{"apiVersion", owner.at("apiVersion")},
                      {"kind", owner.at("kind")},
                      {"name", name(owner)},
                      {"uid", uid(owner)},
                      {"controller", true},
                      {"blockOwnerDeletion", true}};
}

const json::Value* condition(const json::Value& object, std::string_view type) {
  for (const json::Value& item : object.at("status", "conditions").as_array()) {
    if (item.at("type").as_string() == type) {
      return &item;
    }
  }
  return nullptr;
}

bool has_condition(const json::Value& object, std::string_view type, std::string_view status) {
  const json::Value* found = condition(object, type);
  return found != nullptr && found->at("status").as_string() == status;
}

namespace {

json::Value& condition_slot(json::Value& status, std::string_view type) {
  json::Array& conditions = status["conditions"].array();
  for (json::Value& item : conditions) {
    if (item.at("type").as_string() == type) {
      return item;
    }
  }
  conditions.push_back(json::Object{{"type", type}});
  return conditions.back();
}

// Optional texts are left out rather than written empty, as Kubernetes does.
bool set_text(json::Value& object, std::string_view member, std::string_view text) {
  if (object.at(member).as_string() == text) {
    return false;
  }
  if (text.empty()) {
    return object.erase(member);
  }
  object[member] = text;
  return true;
}

}  // namespace

bool set_condition(json::Value& status, const ConditionUpdate& update, WallTime now) {
  json::Value& item = condition_slot(status, update.type);
  const bool turned = set_text(item, "status", update.status);
  if (turned) {
    item["lastTransitionTime"] = format_rfc3339(now);
  }
  const bool other_reason = set_text(item, "reason", update.reason);
  const bool other_message = set_text(item, "message", update.message);
  return turned || other_reason || other_message;
}

}  // namespace sluice::api
