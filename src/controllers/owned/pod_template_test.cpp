// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/pod_template.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::owned {
namespace {

client::Object parse(const char* text) {
  return json::parse(text).value();
}

TEST(PodTemplate, NewPodFollowsTheTemplateAndBelongsToItsOwner) {
  const auto owner = parse(R"({"apiVersion":"apps/v1","kind":"ReplicaSet",
    "metadata":{"name":"r","namespace":"ns","uid":"u"},
    "spec":{"template":{"metadata":{"labels":{"app":"x"},"annotations":{"a":"b"}},
                        "spec":{"containers":[{"name":"main"}]}}}})");
  const json::Value& pattern = owner.at("spec", "template");
  const client::Object pod = new_pod(owner, pattern, "r-abcde");
  EXPECT_EQ(api::to_string(api::key(pod)), "ns/r-abcde");
  EXPECT_EQ(pod.at("metadata", "generateName").as_string(), "r-");
  EXPECT_EQ(api::label(pod, "app"), "x");
  EXPECT_EQ(api::annotation(pod, "a"), "b");
  EXPECT_EQ(api::controller_of(pod)->at("uid").as_string(), "u");
  EXPECT_EQ(pod.at("spec"), pattern.at("spec"));
}

TEST(PodTemplate, NamesStayValidHostNames) {
  EXPECT_EQ(new_pod_name(std::string(80, 'a')).size(), 63U);
  EXPECT_EQ(new_pod_name("j").substr(0, 2), "j-");
  EXPECT_NE(new_pod_name("j"), new_pod_name("j"));
}

TEST(PodTemplate, FingerprintDependsOnContentAlone) {
  const auto one = parse(R"({"a":1,"b":["x",true]})");
  EXPECT_EQ(fingerprint(one, 0), fingerprint(parse(R"({"b":["x",true],"a":1})"), 0));
  EXPECT_NE(fingerprint(one, 0), fingerprint(parse(R"({"a":1,"b":[true,"x"]})"), 0));
  EXPECT_NE(fingerprint(one, 0), fingerprint(one, 1));
  EXPECT_EQ(fingerprint(one, 0), "74bd865b89") << "names of stored objects depend on it";
}

}  // namespace
}  // namespace sluice::controllers::owned
