// SPDX-License-Identifier: Apache-2.0
#include "api/crd/custom_schema.h"

#include <gtest/gtest.h>

#include "api/crd/test_definition.h"

namespace sluice::api {
namespace {

const json::Value& openapi_of(const json::Value& definition) {
  return definition.at("spec", "versions").as_array()[0].at("schema", "openAPIV3Schema");
}

TEST(CustomSchema, EveryResourceHasItsMetadata) {
  const json::Value definition = widget_definition();
  const CustomSchema schema(openapi_of(definition), "com.example.v1.Widget");
  EXPECT_EQ(schema.root().name, "com.example.v1.Widget");
  ASSERT_NE(schema.root().find("metadata"), nullptr);
  EXPECT_NE(schema.root().find("metadata")->schema->find("labels"), nullptr);
  EXPECT_NE(schema.root().find("apiVersion"), nullptr);
  EXPECT_NE(schema.root().find("kind"), nullptr);
}

TEST(CustomSchema, KeepsTypesShapesAndDefaults) {
  const json::Value definition = widget_definition();
  const CustomSchema schema(openapi_of(definition), "w");
  const Schema& spec = *schema.root().find("spec")->schema;
  EXPECT_EQ(spec.find("color")->type, FieldType::kString);
  EXPECT_EQ(spec.find("replicas")->type, FieldType::kInt64);
  EXPECT_EQ(spec.find("replicas")->default_value, "1");
  EXPECT_EQ(spec.find("limit")->type, FieldType::kIntOrString);
  EXPECT_EQ(spec.find("labels")->shape, Shape::kMap);
  EXPECT_TRUE(spec.find("free")->schema->open);
  const Field& ports = *spec.find("ports");
  EXPECT_EQ(ports.shape, Shape::kList);
  EXPECT_TRUE(ports.has(kListMap));
  EXPECT_EQ(ports.list_keys, "port");
  EXPECT_EQ(ports.schema->find("protocol")->default_value, "\"TCP\"");
}

TEST(CustomSchema, ListsOfListsAreWrapped) {
  const json::Value openapi = parsed(
      R"({"type":"object","properties":{"rows":{"type":"array","items":{"type":"array",
          "items":{"type":"object","properties":{"a":{"type":"string"}}}}}}})");
  const CustomSchema schema(openapi, "w");
  const Field& rows = *schema.root().find("rows");
  EXPECT_EQ(rows.shape, Shape::kList);
  ASSERT_TRUE(rows.schema->wraps);
  EXPECT_EQ(rows.schema->fields.front().shape, Shape::kList);
  EXPECT_NE(rows.schema->fields.front().schema->find("a"), nullptr);
}

TEST(CustomSchema, EmbeddedResourcesHaveMetadataToo) {
  const json::Value openapi = parsed(
      R"({"type":"object","properties":{"template":{"type":"object",
          "x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}}})");
  const CustomSchema schema(openapi, "w");
  const Schema& inner = *schema.root().find("template")->schema;
  EXPECT_TRUE(inner.open);
  EXPECT_NE(inner.find("metadata"), nullptr);
}

}  // namespace
}  // namespace sluice::api
