// SPDX-License-Identifier: Apache-2.0
#include "apiserver/render.h"

#include <gtest/gtest.h>

#include "api/protobuf.h"
#include "apiserver/test_call.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

class RenderTest : public testing::Test {
 protected:
  Call call(Output output) {
    Call made = request_.call();
    made.output = std::move(output);
    return made;
  }
  registry::StoredObject stored(const std::string& name) {
    return cluster_.registry.get(api::kinds::config_map(), {"default", name}).value();
  }

  registry::TestCluster cluster_;
  TestCall request_{api::kinds::config_map(), "GET", "/api/v1/namespaces/default/configmaps"};
  const WallTime now_ = FakeClock().now();
};

TEST_F(RenderTest, PlainJsonIsTheStoredText) {
  cluster_.create_config_map("a");
  const auto response = object_response(call({}), 201, stored("a"), now_);
  EXPECT_EQ(response.status, 201);
  EXPECT_EQ(response.body, stored("a").text());
}

TEST_F(RenderTest, OtherFormsAreMadeFromIt) {
  cluster_.create_config_map("a");
  const auto partial =
      object_response(call({.form = Output::Form::kPartialMetadata}), 200, stored("a"), now_);
  EXPECT_TRUE(partial.body.starts_with(
      R"({"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":)"))
      << partial.body;
  const auto table = object_response(call({.form = Output::Form::kTable, .version = "v1beta1"}),
                                     200, stored("a"), now_);
  const json::Value shown = registry::json_of(table.body);
  EXPECT_EQ(shown.at("apiVersion").as_string(), "meta.k8s.io/v1beta1");
  EXPECT_EQ(shown.at("rows").as_array().at(0).at("object", "apiVersion").as_string(),
            "meta.k8s.io/v1beta1");
  const auto pretty = object_response(call({.pretty = true}), 200, stored("a"), now_);
  EXPECT_TRUE(pretty.body.starts_with("{\n  "));
  const auto yaml = object_response(call({.encoding = Encoding::kYaml}), 200, stored("a"), now_);
  EXPECT_EQ(yaml.content_type, "application/yaml");
}

TEST_F(RenderTest, ListsKeepTheirMetadataInEveryForm) {
  cluster_.create_config_map("a");
  cluster_.create_config_map("b");
  const auto page = cluster_.registry.list(api::kinds::config_map(), {.limit = 1}).value();
  for (const auto form :
       {Output::Form::kObject, Output::Form::kTable, Output::Form::kPartialMetadataList}) {
    const auto list = registry::json_of(list_response(call({.form = form}), page, now_).body);
    EXPECT_EQ(list.at("metadata", "resourceVersion").as_string(), std::to_string(page.revision));
    EXPECT_EQ(list.at("metadata", "continue").as_string(), page.continue_token);
    const bool is_table = form == Output::Form::kTable;
    EXPECT_EQ(list.at(is_table ? "rows" : "items").as_array().size(), 1U);
  }
}

TEST_F(RenderTest, ProtobufIsTheSameDocument) {
  cluster_.create_config_map("a");
  const Call wanted = call({.encoding = Encoding::kProtobuf});
  const auto object = object_response(wanted, 200, stored("a"), now_);
  EXPECT_EQ(object.content_type, "application/vnd.kubernetes.protobuf");
  EXPECT_EQ(api::decode_protobuf(object.body).value(), registry::json_of(stored("a").text()));
  const auto page = cluster_.registry.list(api::kinds::config_map(), {}).value();
  const auto list = list_response(wanted, page, now_);
  EXPECT_EQ(list.content_type, "application/vnd.kubernetes.protobuf");
  EXPECT_NE(list.body.find("ConfigMapList"), std::string::npos);
}

TEST_F(RenderTest, ListsAndObjectsAreNotMixedUp) {
  cluster_.create_config_map("a");
  const auto page = cluster_.registry.list(api::kinds::config_map(), {}).value();
  const auto list = list_response(call({.form = Output::Form::kPartialMetadata}), page, now_);
  EXPECT_EQ(list.status, 406);
  EXPECT_NE(
      list.body.find("you requested PartialObjectMetadata, but the requested object is a list "
                     "(*core.ConfigMapList)"),
      std::string::npos)
      << list.body;
  const auto object =
      object_response(call({.form = Output::Form::kPartialMetadataList}), 200, stored("a"), now_);
  EXPECT_EQ(object.status, 406);
}

}  // namespace
}  // namespace sluice::apiserver
