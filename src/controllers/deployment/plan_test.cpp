// SPDX-License-Identifier: Apache-2.0
#include "controllers/deployment/plan.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "controllers/deployment/replica_set.h"
#include "json/text.h"

namespace sluice::controllers::deployment {
namespace {

const WallTime kNow = parse_rfc3339("2030-01-01T00:10:00Z").value();

client::Object deployment(const std::string& spec, int version = 1) {
  return json::parse(R"({"apiVersion":"apps/v1","kind":"Deployment",
    "metadata":{"name":"web","uid":"u"},"spec":{"replicas":2,"progressDeadlineSeconds":60,)" +
                     spec + R"("selector":{"matchLabels":{"app":"web"}},"template":{"spec":{"v":)" +
                     std::to_string(version) + "}}}}")
      .value();
}

client::ObjectPtr set_of(int version, int replicas) {
  client::Object set = new_replica_set(deployment("", version));
  set["metadata"]["uid"] = "s" + std::to_string(version);
  set["metadata"]["annotations"] = json::Object{{kRevision.data(), std::to_string(version)},
                                                {kDesiredReplicas.data(), "2"},
                                                {kMaxReplicas.data(), "2"}};
  set["spec"]["replicas"] = replicas;
  set["status"]["replicas"] = replicas;
  set["status"]["availableReplicas"] = replicas;
  return std::make_shared<const client::Object>(set);
}

client::ObjectPtr pod_of(const std::string& set_uid) {
  client::Object pod;
  pod["metadata"]["ownerReferences"] =
      json::Array{json::Object{{"uid", set_uid}, {"controller", true}}};
  pod["status"]["phase"] = "Running";
  return std::make_shared<const client::Object>(pod);
}

TEST(DeploymentPlan, CreatesTheFirstReplicaSet) {
  const Plan result = plan(deployment(""), {}, {}, kNow);
  ASSERT_TRUE(result.create.has_value());
  EXPECT_EQ(result.revision, "1");
  EXPECT_EQ(result.notes.size(), 1U);
  EXPECT_TRUE(result.again.has_value());
}

TEST(DeploymentPlan, SteadyDeploymentNeedsNothing) {
  client::Object owner = deployment("");
  owner["status"] = plan(owner, {set_of(1, 2)}, {}, kNow).status;
  const Plan result = plan(owner, {set_of(1, 2)}, {}, kNow + std::chrono::seconds(5));
  EXPECT_FALSE(result.create.has_value());
  EXPECT_TRUE(result.update.empty());
  EXPECT_EQ(result.status, owner.at("status"));
}

TEST(DeploymentPlan, PausedDeploymentIsOnlyResized) {
  client::Object owner = deployment(R"("paused":true,)", 2);
  owner["spec"]["replicas"] = 5;
  const Plan result = plan(owner, {set_of(1, 2)}, {}, kNow);
  EXPECT_FALSE(result.create.has_value());
  ASSERT_EQ(result.update.size(), 1U);
  EXPECT_EQ(result.update[0].at("spec", "replicas").as_int(), 5);
}

TEST(DeploymentPlan, RecreateWaitsForEveryOldPod) {
  const auto owner = deployment(R"("strategy":{"type":"Recreate"},)", 2);
  const Plan stopping = plan(owner, {set_of(1, 2)}, {}, kNow);
  ASSERT_EQ(stopping.update.size(), 1U);
  EXPECT_EQ(stopping.update[0].at("spec", "replicas").as_int(), 0);
  EXPECT_FALSE(stopping.create.has_value());
  EXPECT_FALSE(plan(owner, {set_of(1, 0)}, {pod_of("s1")}, kNow).create.has_value());
  const Plan starting = plan(owner, {set_of(1, 0)}, {}, kNow);
  ASSERT_TRUE(starting.create.has_value());
  EXPECT_EQ(starting.create->at("spec", "replicas").as_int(), 2);
}

TEST(DeploymentPlan, DeploymentBeingDeletedOnlyCounts) {
  client::Object owner = deployment("", 2);
  owner["metadata"]["deletionTimestamp"] = "2030-01-01T00:00:00Z";
  const Plan result = plan(owner, {set_of(1, 2)}, {}, kNow);
  EXPECT_FALSE(result.create.has_value());
  EXPECT_TRUE(result.update.empty());
  EXPECT_EQ(result.status.at("replicas").as_int(), 2);
}

}  // namespace
}  // namespace sluice::controllers::deployment
