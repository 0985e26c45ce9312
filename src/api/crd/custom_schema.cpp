// SPDX-License-Identifier: Apache-2.0
#include "api/crd/custom_schema.h"

#include <algorithm>
#include <array>
#include <utility>

#include "api/tables/schemas.h"
#include "base/text.h"
#include "json/strings.h"
#include "json/text.h"

namespace sluice::api {
namespace {

constexpr std::string_view kIntOrString = "x-kubernetes-int-or-string";
constexpr std::string_view kPreserveUnknown = "x-kubernetes-preserve-unknown-fields";
constexpr std::string_view kEmbeddedResource = "x-kubernetes-embedded-resource";

FieldType scalar_type(const json::Value& openapi) {
  if (openapi.at(kIntOrString).as_bool()) {
    return FieldType::kIntOrString;
  }
  const std::string& type = openapi.at("type").as_string();
  if (type == "string") {
    return FieldType::kString;
  }
  if (type == "boolean") {
    return FieldType::kBool;
  }
  if (type == "integer") {
    return openapi.at("format").as_string() == "int32" ? FieldType::kInt32 : FieldType::kInt64;
  }
  return type == "number" ? FieldType::kDouble : FieldType::kRaw;
}

bool describes_object(const json::Value& openapi) {
  const std::string& type = openapi.at("type").as_string();
  return type == "object" || (type.empty() && openapi.find("properties") != nullptr);
}

}  // namespace

CustomSchema::CustomSchema(const json::Value& openapi, std::string_view name)
    : root_(object(openapi, keep(std::string(name)), true)) {}

std::string_view CustomSchema::keep(std::string text) {
  return texts_.emplace_back(std::move(text));
}

// What every resource has, whether its schema mentions it or not.
const Schema* CustomSchema::object(const json::Value& openapi, std::string_view name,
                                   bool resource) {
  std::vector<Field> members;
  for (const json::Member& property : openapi.at("properties").as_object()) {
    const bool implied = resource && (property.key == "apiVersion" || property.key == "kind" ||
                                      property.key == "metadata");
    if (!implied) {
      members.push_back(member(property.key, property.value));
    }
  }
  if (resource) {
    members.push_back({.name = "apiVersion"});
    members.push_back({.name = "kind"});
    members.push_back(
        {.name = "metadata", .type = FieldType::kObject, .schema = &tables::kMetaV1ObjectMeta});
  }
  std::sort(members.begin(), members.end(),
            [](const Field& a, const Field& b) { return a.name < b.name; });
  const auto& kept = fields_.emplace_back(std::move(members));
  return &schemas_.emplace_back(
      Schema{.name = name,
             .fields = kept,
             .open = openapi.at(kPreserveUnknown).as_bool(),
             .atomic = openapi.at("x-kubernetes-map-type").as_string() == "atomic",
             .lenient = true});
}

Field CustomSchema::member(std::string_view name, const json::Value& openapi) {
  Field field{.name = name, .nullable = openapi.at("nullable").as_bool()};
  if (const json::Value* value = openapi.find("default")) {
    field.default_value = keep(json::write(*value));
  }
  if (openapi.at("type").as_string() == "array") {
    describe_list(openapi, field);
  } else if (describes_object(openapi)) {
    describe_object(openapi, field);
  } else {
    field.type = scalar_type(openapi);
  }
  return field;
}

void CustomSchema::describe_list(const json::Value& openapi, Field& field) {
  field.shape = Shape::kList;
  set_element(openapi.at("items"), field);
  const std::string& type = openapi.at("x-kubernetes-list-type").as_string();
  if (type == "map") {
    field.flags |= kListMap;
    field.list_keys = keep(join(json::to_strings(openapi.at("x-kubernetes-list-map-keys")), ","));
  } else {
    field.flags |= type == "set" ? kListSet : kAtomic;
  }
}

void CustomSchema::describe_object(const json::Value& openapi, Field& field) {
  const json::Value& others = openapi.at("additionalProperties");
  if (others.is_object() || others.as_bool()) {
    field.shape = Shape::kMap;
    set_element(others, field);
    if (openapi.at("x-kubernetes-map-type").as_string() == "atomic") {
      field.flags |= kAtomic;
    }
    return;
  }
  field.type = FieldType::kObject;
  field.schema = object(openapi, "", openapi.at(kEmbeddedResource).as_bool());
}

// The type of each item or map value; one that is itself a list or map gets a schema that wraps it.
void CustomSchema::set_element(const json::Value& openapi, Field& field) {
  const Field element = member("", openapi);
  if (element.shape == Shape::kOne) {
    field.type = element.type;
    field.schema = element.schema;
    return;
  }
  const auto& kept = fields_.emplace_back(std::vector<Field>{element});
  field.type = FieldType::kObject;
  field.schema = &schemas_.emplace_back(Schema{.fields = kept, .wraps = true, .lenient = true});
}

}  // namespace sluice::api
