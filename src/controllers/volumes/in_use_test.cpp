// SPDX-License-Identifier: Apache-2.0
#include "controllers/volumes/in_use.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::volumes {
namespace {

client::Object object(std::string_view text) {
  return json::parse(text).value();
}

TEST(InUse, APodOnANodeUsesTheClaimsItNames) {
  const auto claim = object(R"({"metadata":{"name":"data"}})");
  const auto volumes = R"("volumes":[{"name":"v","persistentVolumeClaim":{"claimName":"data"}}])";
  const auto pod = [&](const std::string& more) {
    return object(R"({"metadata":{"name":"p"},"spec":{)" + more + volumes + "}}");
  };
  EXPECT_TRUE(uses_claim(pod(R"("nodeName":"n",)"), claim));
  EXPECT_FALSE(uses_claim(pod(""), claim));
  EXPECT_FALSE(uses_claim(pod(R"("nodeName":"n",)"), object(R"({"metadata":{"name":"other"}})")));
  EXPECT_EQ(claims_of(pod("")), std::vector<std::string>{"data"});
}

TEST(InUse, AClaimMadeForAPodIsItsOwnOnly) {
  const auto claim = object(R"({"metadata":{"name":"p-scratch","ownerReferences":[
      {"apiVersion":"v1","kind":"Pod","name":"p","uid":"u","controller":true}]}})");
  auto pod = object(R"({"metadata":{"name":"p","uid":"u"},"spec":{"nodeName":"n",
      "volumes":[{"name":"scratch","ephemeral":{}}]}})");
  EXPECT_TRUE(uses_claim(pod, claim));
  EXPECT_EQ(claims_of(pod), std::vector<std::string>{"p-scratch"});
  pod["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z";
  pod["metadata"]["deletionGracePeriodSeconds"] = 0;
  EXPECT_FALSE(uses_claim(pod, claim));
  pod["metadata"]["deletionGracePeriodSeconds"] = 30;
  pod["metadata"]["uid"] = "another";
  EXPECT_FALSE(uses_claim(pod, claim));
}

TEST(InUse, AVolumeIsWhileItIsBound) {
  EXPECT_TRUE(is_held(object(R"({"status":{"phase":"Bound"}})")));
  EXPECT_FALSE(is_held(object(R"({"status":{"phase":"Released"}})")));
}

TEST(InUse, ClassesAreNamedByVolumesAndClaims) {
  EXPECT_EQ(classes_of(object(R"({"spec":{"volumeAttributesClassName":"a"},"status":{
      "currentVolumeAttributesClassName":"b",
      "modifyVolumeStatus":{"targetVolumeAttributesClassName":"a"}}})")),
            (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(classes_of(object("{}")).empty());
}

}  // namespace
}  // namespace sluice::controllers::volumes
