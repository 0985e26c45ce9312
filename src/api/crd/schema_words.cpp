// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "api/crd/structural.h"

namespace sluice::api {
namespace {

struct Forbidden {
  const char* name;
  const char* why;
};
constexpr Forbidden kForbidden[] = {
    {"id", "id is not supported"},
    {"additionalItems", "additionalItems is not supported"},
    {"patternProperties", "patternProperties is not supported"},
    {"definitions", "definitions is not supported"},
    {"dependencies", "dependencies is not supported"},
    {"$ref", "$ref is not supported"},
};

void check_supported(const json::Value& schema, const FieldPath& at, Faults& faults) {
  const json::Value& type = schema.at("type");
  const std::initializer_list<std::string_view> types = {"array",  "boolean", "integer",
                                                         "number", "object",  "string"};
  if (type.as_string() == "null") {
    faults.forbidden(at.child("type"),
                     "type cannot be set to null, use nullable as an alternative");
  } else if (!type.as_string().empty() &&
             std::find(types.begin(), types.end(), type.as_string()) == types.end()) {
    faults.unsupported(at.child("type"), type, types);
  }
  for (const Forbidden& word : kForbidden) {
    if (schema.find(word.name) != nullptr) {
      faults.forbidden(at.child(word.name), word.why);
    }
  }
  if (schema.at("items").is_array()) {
    faults.forbidden(at.child("items"), "items must be a schema object and not an array");
  }
  if (schema.at("uniqueItems").as_bool()) {
    faults.forbidden(at.child("uniqueItems"),
                     "uniqueItems cannot be set to true since the runtime complexity becomes "
                     "quadratic");
  }
  if (schema.find("additionalProperties") != nullptr &&
      !schema.at("additionalProperties").as_bool() &&
      !schema.at("properties").as_object().empty()) {
    faults.forbidden(at.child("additionalProperties"),
                     "additionalProperties and properties are mutual exclusive");
  }
}

void must_have_type(const json::Value& schema, std::string_view type, std::string_view extension,
                    const FieldPath& at, Faults& faults) {
  const std::string& actual = schema.at("type").as_string();
  const std::string must =
      "must be " + std::string(type) + " if " + std::string(extension) + " is specified";
  if (actual.empty()) {
    faults.required(at.child("type"), must);
  } else if (actual != type) {
    faults.invalid(at.child("type"), actual, must);
  }
}

void check_map_list(const json::Value& schema, const FieldPath& at, Faults& faults) {
  const json::Value& keys = schema.at("x-kubernetes-list-map-keys");
  const FieldPath keys_at = at.child("x-kubernetes-list-map-keys");
  const FieldPath items_at = at.child("items");
  const json::Value& items = schema.at("items");
  if (keys.as_array().empty()) {
    faults.required(keys_at, "must not be empty if x-kubernetes-list-type is map");
  }
  if (!items.is_object()) {
    faults.required(items_at, "must have a schema if x-kubernetes-list-type is map");
    return;
  }
  if (items.at("type").as_string() != "object") {
    faults.invalid(items_at.child("type"), items.at("type").as_string(),
                   "must be object if parent array's x-kubernetes-list-type is map");
  }
  const json::Array& required = items.at("required").as_array();
  const FieldPath properties_at = items_at.child("properties");
  std::set<std::string> seen;
  for (const json::Value& key : keys.as_array()) {
    const json::Value* property = items.find("properties", key.as_string());
    if (property == nullptr) {
      faults.invalid(keys_at, keys, "entries must all be names of item properties");
      continue;
    }
    if (!seen.insert(key.as_string()).second) {
      faults.invalid(keys_at, keys, "must not contain duplicate entries");
    }
    const FieldPath property_at = properties_at.key(key.as_string());
    const std::string& type = property->at("type").as_string();
    if (type == "array" || type == "object") {
      faults.invalid(property_at.child("type"), type,
                     "must be a scalar type if parent array's x-kubernetes-list-type is map");
    }
    if (property->find("default") == nullptr &&
        std::find(required.begin(), required.end(), key) == required.end()) {
      faults.required(property_at.child("default"),
                      "this property is in x-kubernetes-list-map-keys, so it must have a default "
                      "or be a required property");
    }
  }
}

void check_list_type(const json::Value& schema, const FieldPath& at, Faults& faults) {
  const json::Value& type = schema.at("x-kubernetes-list-type");
  const FieldPath own = at.child("x-kubernetes-list-type");
  if (!schema.at("x-kubernetes-list-map-keys").as_array().empty() && type.as_string() != "map") {
    const char* must = "must be map if x-kubernetes-list-map-keys is non-empty";
    type.is_null() ? faults.required(own, must) : faults.invalid(own, type, must);
  }
  if (type.is_null()) {
    return;
  }
  must_have_type(schema, "array", "x-kubernetes-list-type", at, faults);
  if (type.as_string() == "map") {
    check_map_list(schema, at, faults);
  } else if (type.as_string() != "atomic" && type.as_string() != "set") {
    faults.unsupported(own, type, {"atomic", "map", "set"});
  }
}

void check_extensions(const json::Value& schema, const FieldPath& at, Faults& faults) {
  if (schema.at("x-kubernetes-preserve-unknown-fields") == json::Value(false)) {
    faults.invalid(at.child("x-kubernetes-preserve-unknown-fields"), false,
                   "must be true or undefined");
  }
  if (const json::Value& type = schema.at("x-kubernetes-map-type"); !type.is_null()) {
    must_have_type(schema, "object", "x-kubernetes-map-type", at, faults);
    if (type.as_string() != "atomic" && type.as_string() != "granular") {
      faults.unsupported(at.child("x-kubernetes-map-type"), type, {"atomic", "granular"});
    }
  }
  check_list_type(schema, at, faults);
}

}  // namespace

void check_schema_words(const json::Value& schema, const FieldPath& at, Faults& faults) {
  if (!schema.is_object()) {
    return;
  }
  check_supported(schema, at, faults);
  check_extensions(schema, at, faults);
  for (const char* name : {"items", "additionalProperties", "not"}) {
    check_schema_words(schema.at(name), at.child(name), faults);
  }
  const FieldPath properties = at.child("properties");
  for (const json::Member& property : schema.at("properties").as_object()) {
    check_schema_words(property.value, properties.key(property.key), faults);
  }
  for (const char* junctor : {"allOf", "anyOf", "oneOf"}) {
    const FieldPath list = at.child(junctor);
    const json::Array& entries = schema.at(junctor).as_array();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      check_schema_words(entries[i], list.item(i), faults);
    }
  }
}

}  // namespace sluice::api
