// SPDX-License-Identifier: Apache-2.0
#include "apiserver/body.h"

#include <gtest/gtest.h>

#include "apiserver/test_call.h"

namespace sluice::apiserver {
namespace {

constexpr const char* kTarget = "/api/v1/namespaces/a/pods";

TestCall post(std::string body, const std::string& type = "application/json") {
  return {api::kinds::pod(), "POST", kTarget, std::move(body), type};
}

TEST(DecodeObject, FillsInWhatTheUrlSays) {
  const TestCall request = post(R"({"metadata":{"name":"x","name":"y"}})");
  const auto body = decode_object(request.call());
  ASSERT_TRUE(body);
  EXPECT_EQ(body->document.at("kind").as_string(), "Pod");
  EXPECT_EQ(body->document.at("apiVersion").as_string(), "v1");
  EXPECT_EQ(body->duplicates, std::vector<std::string>{"metadata.name"});
}

TEST(DecodeObject, ReadsYaml) {
  const TestCall request = post("metadata:\n  name: x\n", "application/yaml;charset=utf-8");
  EXPECT_EQ(decode_object(request.call())->document.at("metadata", "name").as_string(), "x");
  const TestCall two = post("a: 1\n---\nb: 2\n", "application/yaml");
  EXPECT_EQ(decode_object(two.call()).error().status, 400);
}

TEST(DecodeObject, RefusesOtherKindsTypesAndBrokenText) {
  const std::pair<TestCall, int> cases[] = {
      {post(""), 400},
      {post("{"), 400},
      {post("[]"), 400},
      {post(R"({"kind":"Job","apiVersion":"batch/v1"})"), 400},
      {post("{}", "application/cbor"), 415},
      {post("not protobuf", "application/vnd.kubernetes.protobuf"), 400},
  };
  for (const auto& [request, status] : cases) {
    const auto body = decode_object(request.call());
    ASSERT_FALSE(body);
    EXPECT_EQ(body.error().status, status);
  }
}

TEST(OptionalBody, MayBeMissing) {
  EXPECT_TRUE(decode_optional_body(post("").call())->is_null());
  EXPECT_EQ(decode_optional_body(post(R"({"a":1})").call())->at("a").as_int(), 1);
  EXPECT_FALSE(decode_optional_body(post("{").call()));
}

TEST(PatchType, IsTheContentType) {
  EXPECT_EQ(*patch_type(post("", "application/merge-patch+json").call()),
            client::PatchType::kMerge);
  EXPECT_EQ(*patch_type(post("", "application/strategic-merge-patch+json").call()),
            client::PatchType::kStrategicMerge);
  EXPECT_EQ(*patch_type(post("", "application/json-patch+json").call()), client::PatchType::kJson);
  EXPECT_EQ(patch_type(post("", "application/apply-patch+yaml").call()).error().status, 415);
}

}  // namespace
}  // namespace sluice::apiserver
