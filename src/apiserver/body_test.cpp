// SPDX-License-Identifier: Apache-2.0
#include "apiserver/body.h"

#include <gtest/gtest.h>

#include "apiserver/test_call.h"
#include "json/text.h"

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

TEST(DecodeObject, IsWhatTheSubresourceTakes) {
  const auto decoded = [](const std::string& part, const std::string& body) {
    const TestCall request(api::kinds::pod(), "POST", kTarget + ("/p/" + part), body);
    auto read = decode_object(request.call());
    return read ? json::write(read->document)
                : json::parse(read.error().body)->at("message").as_string();
  };
  EXPECT_EQ(decoded("binding", "{}"), R"({"apiVersion":"v1","kind":"Binding"})");
  EXPECT_EQ(decoded("eviction", "{}"), R"({"apiVersion":"policy/v1","kind":"Eviction"})");
  const char* beta = R"({"apiVersion":"policy/v1beta1","kind":"Eviction"})";
  EXPECT_EQ(decoded("eviction", beta), beta);
  EXPECT_EQ(decoded("binding", R"({"apiVersion":"v1","kind":"Pod"})"),
            R"(Pod in version "v1" cannot be handled as a Binding: converting (v1.Pod) to )"
            "(core.Binding): unknown conversion");
}

TEST(DecodeObject, KindAndVersionAreTexts) {
  const auto decoded = decode_object(post(R"({"kind":5})").call());
  ASSERT_FALSE(decoded);
  EXPECT_EQ(json::parse(decoded.error().body)->at("message").as_string(),
            "the object provided is unrecognized (must be of type Pod): couldn't get "
            "version/kind; json parse error: json: cannot unmarshal number into Go struct field "
            R"(.kind of type string ({"kind":5}))");
}

// The message of the refusal, or empty.
std::string refused_deletion(const std::string& body) {
  const auto decoded = decode_delete_options(post(body).call());
  if (!decoded) {
    EXPECT_EQ(decoded.error().status, 400) << body;
  }
  return decoded ? "" : json::parse(decoded.error().body)->at("message").as_string();
}

TEST(DecodeDeleteOptions, MayBeMissing) {
  EXPECT_TRUE(decode_delete_options(post("").call())->is_null());
  EXPECT_TRUE(decode_delete_options(post("null").call())->is_null());
  EXPECT_EQ(decode_delete_options(post(R"({"a":1})").call())->at("a").as_int(), 1);
  EXPECT_NE(refused_deletion("{"), "");
}

TEST(DecodeDeleteOptions, HaveTheirTypes) {
  EXPECT_EQ(refused_deletion(R"({"dryRun":["All"],"preconditions":{"uid":"u"}})"), "");
  EXPECT_EQ(refused_deletion(R"({"dryRun":"All"})"),
            "json: cannot unmarshal string into Go struct field DeleteOptions.dryRun of type "
            "[]string");
  EXPECT_NE(refused_deletion(R"({"preconditions":{"uid":5}})"), "");
  EXPECT_NE(refused_deletion(R"({"orphanDependents":"true"})"), "");
  EXPECT_NE(refused_deletion(R"({"kind":"Pod"})"), "");
  EXPECT_NE(refused_deletion(R"({"kind":5})"), "");
  EXPECT_NE(refused_deletion("[]"), "");
}

TEST(DecodeScale, IsOfNoOtherKindThanScale) {
  const api::Kind& deployment = *api::find_kind("apps/v1", "Deployment");
  const char* target = "/apis/apps/v1/namespaces/a/deployments/d/scale";
  const TestCall empty(deployment, "PUT", target, "{}");
  EXPECT_EQ(decode_object(empty.call())->document.at("kind").as_string(), "Scale");
  const TestCall request(deployment, "PUT", target,
                         R"({"kind":"Deployment","apiVersion":"apps/v1"})");
  const auto refused = decode_object(request.call());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().status, 400);
  EXPECT_NE(refused.error().body.find("cannot be handled as a Scale: converting (v1.Deployment) "
                                      "to (autoscaling.Scale): unknown conversion"),
            std::string::npos)
      << refused.error().body;
}

TEST(PatchType, IsTheContentType) {
  EXPECT_EQ(*patch_type(post("", "application/merge-patch+json").call()),
            client::PatchType::kMerge);
  EXPECT_EQ(*patch_type(post("", "application/strategic-merge-patch+json").call()),
            client::PatchType::kStrategicMerge);
  EXPECT_EQ(*patch_type(post("", "application/json-patch+json").call()), client::PatchType::kJson);
  EXPECT_EQ(*patch_type(post("", "application/apply-patch+yaml").call()),
            client::PatchType::kApply);
  EXPECT_EQ(patch_type(post("", "application/apply-patch+cbor").call()).error().status, 415);
}

TEST(DecodePatch, AppliedDocumentsAreYamlOrJson) {
  const auto decoded = [](const char* text) {
    return decode_patch(post(text, "application/apply-patch+yaml").call(),
                        client::PatchType::kApply);
  };
  const auto yaml = decoded("kind: Pod\nspec:\n  a: 1\n  a: 2\n");
  ASSERT_TRUE(yaml);
  EXPECT_EQ(yaml->document.at("spec", "a").as_int(), 2);
  EXPECT_EQ(yaml->duplicates, std::vector<std::string>{R"(line 4: key "a" already set in map)"});
  const auto json = decoded(R"({"kind":"Pod","a":1,"a":"\ud83d\ude00"})");
  EXPECT_FALSE(json) << "repeats a key and has an escape that YAML cannot read";
  EXPECT_TRUE(decoded(R"({"a":"\ud83d\ude00"})"));
  EXPECT_EQ(decoded("a: [").error().status, 400);
}

TEST(DecodePatch, OtherPatchesAreJson) {
  const auto decode = [](const char* text) {
    return decode_patch(post(text, "application/merge-patch+json").call(),
                        client::PatchType::kMerge);
  };
  EXPECT_EQ(decode(R"({"a":1,"a":2})")->duplicates, std::vector<std::string>{"a"});
  EXPECT_FALSE(decode("a: 1"));
}

}  // namespace
}  // namespace sluice::apiserver
