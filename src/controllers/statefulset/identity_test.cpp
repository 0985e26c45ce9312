// SPDX-License-Identifier: Apache-2.0
#include "controllers/statefulset/identity.h"

#include <gtest/gtest.h>

#include "controllers/owned/revisions.h"
#include "json/text.h"

namespace sluice::controllers::statefulset {
namespace {

client::Object set_with(const std::string& spec = "") {
  return json::parse(R"({"apiVersion":"apps/v1","kind":"StatefulSet",
    "metadata":{"name":"db","namespace":"ns","uid":"u"},
    "spec":{"serviceName":"svc","selector":{"matchLabels":{"app":"db"}},)" +
                     spec + R"("volumeClaimTemplates":[{"metadata":{"name":"data"},
                                "spec":{"x":1}}],
      "template":{"metadata":{"labels":{"app":"db"}},
        "spec":{"volumes":[{"name":"data"},{"name":"tmp"}]}}}})")
      .value();
}

client::Object named(const std::string& name) {
  return json::Object{{"metadata", json::Object{{"name", name}, {"uid", "p"}}}};
}

TEST(StatefulSetIdentity, OrdinalIsInTheName) {
  const auto set = set_with();
  EXPECT_EQ(ordinal_of(set, named("db-0")), 0);
  EXPECT_EQ(ordinal_of(set, named("db-12")), 12);
  for (const char* other : {"db", "db-", "db-01", "db--1", "db-1a", "other-1"}) {
    EXPECT_FALSE(ordinal_of(set, named(other)).has_value()) << other;
  }
}

TEST(StatefulSetIdentity, PodKnowsItsNumberRevisionServiceAndClaims) {
  const auto set = set_with();
  const auto revision = owned::new_revision(set, 1);
  const client::Object pod = new_pod(set, revision, 2);
  EXPECT_EQ(api::name(pod), "db-2");
  EXPECT_EQ(api::label(pod, "statefulset.kubernetes.io/pod-name"), "db-2");
  EXPECT_EQ(api::label(pod, "apps.kubernetes.io/pod-index"), "2");
  EXPECT_EQ(api::label(pod, "controller-revision-hash"), api::name(revision));
  EXPECT_EQ(pod.at("spec", "hostname").as_string(), "db-2");
  EXPECT_EQ(pod.at("spec", "subdomain").as_string(), "svc");
  const auto& volumes = pod.at("spec", "volumes").as_array();
  ASSERT_EQ(volumes.size(), 2U);
  EXPECT_EQ(volumes[0].at("persistentVolumeClaim", "claimName").as_string(), "data-db-2");
  EXPECT_EQ(volumes[1].at("name").as_string(), "tmp");
}

TEST(StatefulSetIdentity, ClaimsFollowTheirTemplates) {
  const auto claims = new_claims(set_with(), 2);
  ASSERT_EQ(claims.size(), 1U);
  EXPECT_EQ(api::to_string(api::key(claims[0])), "ns/data-db-2");
  EXPECT_EQ(api::label(claims[0], "app"), "db");
  EXPECT_EQ(claims[0].at("spec", "x").as_int(), 1);
  EXPECT_EQ(claims[0].find("metadata", "ownerReferences"), nullptr);
}

TEST(StatefulSetIdentity, RetentionPolicyNamesTheOwnerOfClaims) {
  const auto pod = named("db-1");
  EXPECT_TRUE(claim_owner(set_with(), pod, true).is_null());
  const auto both = set_with(
      R"("persistentVolumeClaimRetentionPolicy":{"whenDeleted":"Delete","whenScaled":"Delete"},)");
  EXPECT_EQ(claim_owner(both, pod, false).at("uid").as_string(), "u");
  EXPECT_EQ(claim_owner(both, pod, true).at("uid").as_string(), "p");
  EXPECT_EQ(new_claims(both, 0)[0].at("metadata", "ownerReferences").as_array().size(), 1U);
}

}  // namespace
}  // namespace sluice::controllers::statefulset
