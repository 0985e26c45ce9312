// SPDX-License-Identifier: Apache-2.0
#include "api/crd/structural.h"

#include <string>
#include <string_view>

#include "api/crd/value_check.h"

namespace sluice::api {
namespace {

enum class Level { kRoot, kItem, kField };

constexpr std::string_view kPreserve = "x-kubernetes-preserve-unknown-fields";
constexpr std::string_view kEmbedded = "x-kubernetes-embedded-resource";
constexpr std::string_view kIntOrString = "x-kubernetes-int-or-string";

bool is_int_or_string(const json::Value& alternatives) {
  const json::Array& list = alternatives.as_array();
  return list.size() == 2 && list[0] == json::Value(json::Object{{"type", "integer"}}) &&
         list[1] == json::Value(json::Object{{"type", "string"}});
}

// Alternatives may only restrict values, not say what they are.
class Nested {
 public:
  explicit Nested(Faults& faults) : faults_(faults) {}

  void values(const json::Value& schema, const FieldPath& at, bool int_or_string) {
    if (!(int_or_string && is_int_or_string(schema.at("anyOf")))) {
      each(schema.at("anyOf"), at.child("anyOf"), false);
    }
    each(schema.at("allOf"), at.child("allOf"), int_or_string);
    each(schema.at("oneOf"), at.child("oneOf"), false);
    if (const json::Value* no = schema.find("not")) {
      one(*no, at.child("not"), false);
    }
    const std::string& pattern = schema.at("pattern").as_string();
    if (const std::string fault = pattern_fault(pattern); !pattern.empty() && !fault.empty()) {
      faults_.invalid(at.child("pattern"), pattern,
                      "must be a valid regular expression, but isn't: " + fault);
    }
  }

 private:
  void each(const json::Value& list, const FieldPath& at, bool int_or_string) {
    for (std::size_t i = 0; i < list.as_array().size(); ++i) {
      one(list.as_array()[i], at.item(i), int_or_string && i == 0);
    }
  }

  void one(const json::Value& schema, const FieldPath& at, bool int_or_string) {
    values(schema, at, int_or_string);
    if (const json::Value* items = schema.find("items")) {
      one(*items, at.child("items"), false);
    }
    const FieldPath properties = at.child("properties");
    for (const json::Member& property : schema.at("properties").as_object()) {
      one(property.value, properties.key(property.key), false);
      if (property.key == "metadata") {
        faults_.forbidden(properties.key("metadata"), "must not be specified in a nested context");
      }
    }
    forbid(schema, at);
  }

  void forbid(const json::Value& schema, const FieldPath& at) {
    struct Word {
      const char* name;
      const char* must;
    };
    constexpr Word kWords[] = {
        {"type", "must be empty to be structural"},
        {"additionalProperties", "must be undefined to be structural"},
        {"default", "must be undefined to be structural"},
        {"title", "must be empty to be structural"},
        {"description", "must be empty to be structural"},
        {"nullable", "must be false to be structural"},
        {kPreserve.data(), "must be false to be structural"},
        {kEmbedded.data(), "must be false to be structural"},
        {kIntOrString.data(), "must be false to be structural"},
        {"x-kubernetes-list-map-keys", "must be empty to be structural"},
        {"x-kubernetes-list-type", "must be undefined to be structural"},
        {"x-kubernetes-map-type", "must be undefined to be structural"},
        {"x-kubernetes-validations", "must be empty to be structural"},
    };
    for (const Word& word : kWords) {
      const json::Value& value = schema.at(word.name);
      const bool unset = value.is_null() || value == json::Value(false) || value == json::Value("");
      if (!unset) {
        faults_.forbidden(at.child(word.name), word.must);
      }
    }
  }

  Faults& faults_;
};

// Every value that alternatives restrict is described outside of them.
class Completeness {
 public:
  explicit Completeness(Faults& faults) : faults_(faults) {}

  void values(const json::Value& nested, const json::Value& schema, const FieldPath& schema_at,
              const FieldPath& at) {
    for (const char* junctor : {"allOf", "anyOf", "oneOf"}) {
      const FieldPath list = at.child(junctor);
      const json::Array& entries = nested.at(junctor).as_array();
      for (std::size_t i = 0; i < entries.size(); ++i) {
        one(entries[i], &schema, schema_at, list.item(i));
      }
    }
    if (const json::Value* no = nested.find("not")) {
      one(*no, &schema, schema_at, at.child("not"));
    }
  }

 private:
  void one(const json::Value& nested, const json::Value* schema, const FieldPath& schema_at,
           const FieldPath& at) {
    if (schema == nullptr) {
      faults_.required(schema_at, "because it is defined in " + at.text());
      return;
    }
    values(nested, *schema, schema_at, at);
    if (const json::Value* items = nested.find("items")) {
      one(*items, schema->find("items"), schema_at.child("items"), at.child("items"));
    }
    const FieldPath schema_properties = schema_at.child("properties");
    const FieldPath properties = at.child("properties");
    for (const json::Member& property : nested.at("properties").as_object()) {
      one(property.value, schema->find("properties", property.key),
          schema_properties.key(property.key), properties.key(property.key));
    }
  }

  Faults& faults_;
};

std::string empty_type_fault(Level level) {
  switch (level) {
    case Level::kRoot:
      return "must not be empty at the root";
    case Level::kItem:
      return "must not be empty for specified array items";
    case Level::kField:
      break;
  }
  return "must not be empty for specified object fields";
}

void check_type(const json::Value& schema, Level level, const FieldPath& at, Faults& faults) {
  const std::string& type = schema.at("type").as_string();
  const bool embedded = schema.at(kEmbedded).as_bool();
  const bool untyped = schema.at(kIntOrString).as_bool() || schema.at(kPreserve).as_bool();
  if (embedded && type != "object") {
    const char* must = "must be object if x-kubernetes-embedded-resource is true";
    type.empty() ? faults.required(at.child("type"), must)
                 : faults.invalid(at.child("type"), type, must);
  } else if (type.empty() && !untyped) {
    faults.required(at.child("type"), empty_type_fault(level));
  }
  if (level == Level::kRoot && !type.empty() && type != "object") {
    faults.invalid(at.child("type"), type, "must be object at the root");
  }
}

void check_resource_members(const json::Value& schema, Level level, const FieldPath& at,
                            Faults& faults) {
  const FieldPath properties = at.child("properties");
  const bool resource = level == Level::kRoot || schema.at(kEmbedded).as_bool();
  for (const char* name : {"kind", "apiVersion"}) {
    const json::Value* member = schema.find("properties", name);
    if (resource && member != nullptr && member->at("type").as_string() != "string") {
      const FieldPath own = properties.key(name);
      faults.invalid(own.child("type"), member->at("type").as_string(), "must be string");
    }
  }
  const json::Value* metadata = schema.find("properties", "metadata");
  if (!resource || metadata == nullptr) {
    return;
  }
  const FieldPath own = properties.key("metadata");
  if (metadata->at("type").as_string() != "object") {
    faults.invalid(own.child("type"), metadata->at("type").as_string(), "must be object");
  }
  bool restricted = false;
  for (const json::Member& member : metadata->at("properties").as_object()) {
    restricted = restricted || (member.key != "name" && member.key != "generateName");
  }
  if (level == Level::kRoot && restricted) {
    faults.forbidden(own,
                     "must not specify anything other than name and generateName, but metadata is "
                     "implicitly specified");
  }
}

void check_extensions(const json::Value& schema, const FieldPath& at, Faults& faults) {
  if (!schema.at(kIntOrString).as_bool()) {
    return;
  }
  for (const std::string_view other : {kPreserve, kEmbedded}) {
    if (schema.at(other).as_bool()) {
      faults.invalid(at.child(other), true, "must be false if x-kubernetes-int-or-string is true");
    }
  }
}

void check_level(const json::Value& schema, Level level, const FieldPath& at, Faults& faults) {
  if (schema.at("type").as_string() == "array" && schema.find("items") == nullptr) {
    faults.required(at.child("items"), "must be specified");
  }
  if (const json::Value* items = schema.find("items"); items != nullptr && items->is_object()) {
    check_level(*items, Level::kItem, at.child("items"), faults);
  }
  const FieldPath properties = at.child("properties");
  for (const json::Member& property : schema.at("properties").as_object()) {
    check_level(property.value, Level::kField, properties.key(property.key), faults);
  }
  if (const json::Value* others = schema.find("additionalProperties")) {
    const FieldPath own = at.child("additionalProperties");
    if (level == Level::kRoot) {
      faults.forbidden(own, "must not be used at the root");
    }
    if (others->is_object()) {
      check_level(*others, Level::kField, own, faults);
    }
    if (schema.at(kEmbedded).as_bool()) {
      faults.forbidden(own, "must not be used if x-kubernetes-embedded-resource is set");
    }
  }
  check_extensions(schema, at, faults);
  Nested(faults).values(schema, at, schema.at(kIntOrString).as_bool());
  check_type(schema, level, at, faults);
  check_resource_members(schema, level, at, faults);
  const bool described = !schema.at("properties").as_object().empty();
  if (schema.at(kEmbedded).as_bool() && !schema.at(kPreserve).as_bool() && !described) {
    faults.required(at.child("properties"),
                    "must not be empty if x-kubernetes-embedded-resource is true without "
                    "x-kubernetes-preserve-unknown-fields");
  }
}

}  // namespace

void check_structural(const json::Value& schema, const FieldPath& at, Faults& faults) {
  check_level(schema, Level::kRoot, at, faults);
  Completeness(faults).values(schema, schema, at, at);
}

void check_schema_defaults(const json::Value& schema, const FieldPath& at, Faults& faults) {
  if (const json::Value* value = schema.find("default")) {
    const FieldPath own = at.child("default");
    Faults found;
    ValueCheck(schema).run(*value, nullptr, own, found);
    found.leave_out(own.text() + ".");  // a default is its own document
    found.leave_out(own.text());
    faults.append(std::move(found));
  }
  if (const json::Value* items = schema.find("items")) {
    check_schema_defaults(*items, at.child("items"), faults);
  }
  if (const json::Value* others = schema.find("additionalProperties")) {
    check_schema_defaults(*others, at.child("additionalProperties"), faults);
  }
  const FieldPath properties = at.child("properties");
  for (const json::Member& property : schema.at("properties").as_object()) {
    check_schema_defaults(property.value, properties.key(property.key), faults);
  }
}

}  // namespace sluice::api
