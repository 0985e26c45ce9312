// SPDX-License-Identifier: Apache-2.0
#include "controllers/deployment/replica_set.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::deployment {
namespace {

client::Object parse(const std::string& text) {
  return json::parse(text).value();
}

client::Object deployment(const std::string& spec) {
  return parse(R"({"apiVersion":"apps/v1","kind":"Deployment",
    "metadata":{"name":"web","namespace":"ns","uid":"u",
      "annotations":{"note":"x","deployment.kubernetes.io/revision":"7"}},
    "spec":{"selector":{"matchLabels":{"app":"web"}},
            "template":{"metadata":{"labels":{"app":"web"}},"spec":{"a":1}})" +
               spec + "}}");
}

Limits limits_of(int replicas, const std::string& surge, const std::string& unavailable) {
  return limits(deployment(",\"replicas\":" + std::to_string(replicas) +
                           R"(,"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":)" +
                           surge + ",\"maxUnavailable\":" + unavailable + "}}"));
}

TEST(DeploymentLimits, RoundSoThatSomethingCanMove) {
  const Limits quarter = limits_of(10, R"("25%")", R"("25%")");
  EXPECT_EQ(quarter.surge, 3);
  EXPECT_EQ(quarter.unavailable, 2);
  const Limits stuck = limits_of(10, "0", R"("1%")");
  EXPECT_EQ(stuck.surge, 0);
  EXPECT_EQ(stuck.unavailable, 1);
  EXPECT_EQ(limits_of(2, "0", "5").unavailable, 2);
  EXPECT_EQ(limits(deployment(R"(,"replicas":3,"strategy":{"type":"Recreate"})")).surge, 0);
}

TEST(DeploymentReplicaSet, IsNamedAndLabelledAfterItsTemplate) {
  const auto owner = deployment(R"(,"minReadySeconds":5)");
  const client::Object set = new_replica_set(owner);
  const std::string hash = api::label(set, kHashLabel);
  EXPECT_EQ(api::name(set), "web-" + hash);
  EXPECT_EQ(set.at("spec", "selector", "matchLabels", kHashLabel).as_string(), hash);
  EXPECT_EQ(set.at("spec", "template", "metadata", "labels", kHashLabel).as_string(), hash);
  EXPECT_EQ(set.at("spec", "minReadySeconds").as_int(), 5);
  EXPECT_TRUE(has_template_of(set, owner));
  EXPECT_EQ(api::controller_of(set)->at("uid").as_string(), "u");
  client::Object later = owner;
  later["status"]["collisionCount"] = 1;
  EXPECT_NE(api::name(new_replica_set(later)), api::name(set));
  later["spec"]["template"]["spec"]["a"] = 2;
  EXPECT_FALSE(has_template_of(set, later));
}

TEST(DeploymentReplicaSet, TakesAnnotationsAndRemembersItsRevisions) {
  ReplicaSet set(
      parse(R"({"metadata":{"annotations":{"deployment.kubernetes.io/revision":"1"}}})"));
  follow_annotations(set, deployment(""), 3);
  EXPECT_EQ(api::annotation(set.object(), "note"), "x");
  EXPECT_EQ(set.number(kRevision), 3);
  EXPECT_EQ(api::annotation(set.object(), kRevisionHistory), "1");
  follow_annotations(set, deployment(""), 2);
  EXPECT_EQ(set.number(kRevision), 3) << "revisions only grow";
  follow_annotations(set, deployment(""), 5);
  EXPECT_EQ(api::annotation(set.object(), kRevisionHistory), "1,3");
}

TEST(DeploymentReplicaSet, KnowsWhetherItChanged) {
  ReplicaSet set(parse(R"({"spec":{"replicas":2}})"));
  const Limits limits{.replicas = 4, .surge = 1};
  EXPECT_FALSE(set.is_changed());
  set.resize(4, limits);
  EXPECT_TRUE(set.is_changed());
  EXPECT_EQ(set.number(kDesiredReplicas), 4);
  EXPECT_EQ(set.number(kMaxReplicas), 5);
  ReplicaSet same(set.object());
  same.resize(4, limits);
  EXPECT_FALSE(same.is_changed());
}

}  // namespace
}  // namespace sluice::controllers::deployment
