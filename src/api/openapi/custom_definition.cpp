// SPDX-License-Identifier: Apache-2.0
#include "api/openapi/custom_definition.h"

#include <algorithm>

#include "api/crd/custom_resource.h"
#include "api/openapi/definitions.h"
#include "api/openapi/metadata_descriptions.h"
#include "api/tables/schemas.h"

namespace sluice::api {
namespace {

using json::Array;
using json::Object;
using json::Value;

constexpr std::string_view kPreserve = "x-kubernetes-preserve-unknown-fields";

void drop_required(Value& schema, std::string_view name) {
  Value* required = schema.find("required");
  if (required == nullptr) {
    return;
  }
  std::erase(required->array(), Value(name));
  if (required->as_array().empty()) {
    schema.erase("required");
  }
}

// kubectl cannot work with alternatives, untyped lists, or descriptions of what may be anything.
void simplify(Value& schema) {
  for (const char* junctor : {"allOf", "oneOf", "anyOf", "not"}) {
    schema.erase(junctor);
  }
  const bool preserves = schema.at(kPreserve).as_bool();
  const bool nullable = schema.at("nullable").as_bool();
  if (nullable || preserves) {
    schema.erase("items");
    schema.erase("properties");
  }
  if (nullable || (preserves && schema.at("type").as_string() == "object") ||
      (schema.find("items") == nullptr && schema.at("type").as_string() == "array")) {
    schema.erase("type");
  }
  schema.erase("nullable");
  const Value before = schema.at("properties");
  for (const json::Member& property : before.as_object()) {
    if (property.value.at("nullable").as_bool()) {
      drop_required(schema, property.key);
    }
  }
}

class Publisher {
 public:
  explicit Publisher(OpenApi dialect) : dialect_(dialect) {}

  void publish(Value& schema) {
    if (!schema.is_object()) {
      return;
    }
    if (dialect_ == OpenApi::kV2) {
      simplify(schema);
    }
    if (Value* properties = schema.find("properties"); properties != nullptr) {
      for (json::Member& property : properties->object()) {
        publish(property.value);
      }
    }
    for (const char* member : {"items", "additionalProperties"}) {
      if (Value* below = schema.find(member)) {
        publish(*below);
      }
    }
    if (schema.at("x-kubernetes-embedded-resource").as_bool()) {
      add_resource_members(schema);
    }
    if (schema.at("x-kubernetes-int-or-string").as_bool() && dialect_ == OpenApi::kV3 &&
        schema.find("anyOf") == nullptr && schema.find("allOf") == nullptr) {
      schema["anyOf"] = Array{Object{{"type", "integer"}}, Object{{"type", "string"}}};
    }
  }

  void add_resource_members(Value& schema) const {
    Value reference = definition_reference(dialect_, tables::kMetaV1ObjectMeta.name);
    Value& properties = schema["properties"];
    properties["apiVersion"] =
        Object{{"description", "APIVersion defines which schema this object follows."},
               {"type", "string"}};
    properties["kind"] = Object{
        {"description", "Kind tells which type of resource this object is."}, {"type", "string"}};
    properties["metadata"] = dialect_ == OpenApi::kV2
                                 ? std::move(reference)
                                 : Value(Object{{"allOf", Array{std::move(reference)}}});
    properties["metadata"]["description"] = kMetadataDescription;
  }

 private:
  OpenApi dialect_;
};

}  // namespace

Value custom_definition(const Kind& kind, OpenApi dialect) {
  const Value& openapi = kind.custom->openapi;
  // kubectl would take what is listed for all that is allowed.
  if (dialect == OpenApi::kV2 && openapi.at(kPreserve).as_bool()) {
    return Object{{"type", "object"}};
  }
  Publisher publisher(dialect);
  Value result = openapi;
  publisher.publish(result);
  publisher.add_resource_members(result);
  return result;
}

}  // namespace sluice::api
