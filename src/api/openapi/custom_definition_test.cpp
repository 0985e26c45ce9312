// SPDX-License-Identifier: Apache-2.0
#include "api/openapi/custom_definition.h"

#include <gtest/gtest.h>

#include "api/crd/custom_resource.h"
#include "api/crd/test_definition.h"
#include "api/openapi.h"

namespace sluice::api {
namespace {

KindPtr widget() {
  json::Value definition = established_definition();
  json::Value& spec =
      definition["spec"]["versions"].array()[0]["schema"]["openAPIV3Schema"]["properties"]["spec"];
  spec["description"] = "What it should be.";
  spec["properties"]["maybe"] = parsed(R"({"type":"string","nullable":true,"oneOf":[]})");
  return custom_kinds(std::make_shared<const json::Value>(definition)).at(0);
}

TEST(CustomDefinition, KeepsTheSchemaAndAddsMetadata) {
  const json::Value shown = custom_definition(*widget(), OpenApi::kV3);
  EXPECT_EQ(shown.at("properties", "spec", "description").as_string(), "What it should be.");
  EXPECT_EQ(shown.at("properties", "spec", "properties", "maybe", "nullable"), json::Value(true));
  EXPECT_EQ(json::write(shown.at("properties", "metadata")),
            R"({"allOf":[{"$ref":"#/components/schemas/)"
            R"(io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"}],"description":)"
            R"("Standard object's metadata: its name, its labels and what the server keeps )"
            R"(about it."})");
}

TEST(CustomDefinition, LeavesOutWhatVersion2CannotSay) {
  const json::Value shown = custom_definition(*widget(), OpenApi::kV2);
  EXPECT_EQ(json::write(shown.at("properties", "spec", "properties", "maybe")), "{}");
  EXPECT_EQ(shown.find("properties", "spec", "properties", "free", "type"), nullptr);
}

TEST(CustomDefinition, WhatMayBeAnythingHasNoListOfFieldsInVersion2) {
  json::Value definition = established_definition();
  json::Value& schema = definition["spec"]["versions"].array()[0]["schema"]["openAPIV3Schema"];
  schema = parsed(R"({"type":"object","x-kubernetes-preserve-unknown-fields":true})");
  const KindPtr kind = custom_kinds(std::make_shared<const json::Value>(definition)).at(0);
  EXPECT_EQ(json::write(custom_definition(*kind, OpenApi::kV2)), R"({"type":"object"})");
  EXPECT_NE(custom_definition(*kind, OpenApi::kV3).find("properties", "metadata"), nullptr);
}

TEST(CustomDefinition, IsPartOfTheDocuments) {
  const KindPtr kind = widget();
  const std::vector<Kind> kinds = {*kind};
  EXPECT_EQ(openapi_v3_paths(kinds), std::vector<std::string>{"apis/example.com/v1"});
  const auto document = openapi_v3(kinds, "apis/example.com/v1");
  ASSERT_TRUE(document);
  const json::Value& schemas = document->at("components", "schemas");
  EXPECT_EQ(json::write(schemas.at("com.example.v1.Widget", "x-kubernetes-group-version-kind")),
            R"([{"group":"example.com","kind":"Widget","version":"v1"}])");
  EXPECT_NE(schemas.find("com.example.v1.WidgetList"), nullptr);
  const json::Value* patch = document->find(
      "paths", "/apis/example.com/v1/namespaces/{namespace}/widgets/{name}", "patch");
  ASSERT_NE(patch, nullptr);
  EXPECT_NE(json::write(*patch).find("application/merge-patch+json"), std::string::npos);
  EXPECT_EQ(json::write(*patch).find("strategic"), std::string::npos) << "kubectl believes it";
  EXPECT_NE(
      document->find("paths", "/apis/example.com/v1/namespaces/{namespace}/widgets/{name}/scale"),
      nullptr);
}

}  // namespace
}  // namespace sluice::api
