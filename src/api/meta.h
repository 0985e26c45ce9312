// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/clock.h"
#include "json/value.h"

namespace sluice::api {

// Where an object is: namespace (empty for cluster-scoped kinds) and name.
struct Key {
  std::string ns;
  std::string name;

  friend auto operator<=>(const Key&, const Key&) = default;
};

// "default/web" or "node-1"
std::string to_string(const Key& key);

// Thin views of the metadata every object has. Reading a missing field gives the empty string.
const std::string& name(const json::Value& object);
const std::string& ns(const json::Value& object);
const std::string& uid(const json::Value& object);
const std::string& resource_version(const json::Value& object);
Key key(const json::Value& object);

const std::string& label(const json::Value& object, std::string_view name);
const std::string& annotation(const json::Value& object, std::string_view name);
bool is_being_deleted(const json::Value& object);  // deletionTimestamp is set

// Forgets who owns which field: for copies that are kept and never applied.
void drop_managed_fields(json::Value& object);

// The owner reference with controller: true, or null.
const json::Value* controller_of(const json::Value& object);

// An owner reference that makes `owner` the controller of what carries it.
json::Value controller_reference(const json::Value& owner);

// Finds the condition of that type in status.conditions, or null.
const json::Value* condition(const json::Value& object, std::string_view type);

// Whether it has the condition with that status.
bool has_condition(const json::Value& object, std::string_view type,
                   std::string_view status = "True");

// Sets a condition in `status` ({"conditions": […]}); lastTransitionTime changes only when the
// condition's status does. Returns whether anything changed.
struct ConditionUpdate {
  std::string_view type;
  std::string_view status;  // "True", "False", "Unknown"
  std::string_view reason;
  std::string_view message;
};
bool set_condition(json::Value& status, const ConditionUpdate& update, WallTime now);

}  // namespace sluice::api
