// SPDX-License-Identifier: Apache-2.0
#include "controllers/deployment/progress.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::controllers::deployment {
namespace {

using std::chrono::seconds;

const WallTime kNow = parse_rfc3339("2030-01-01T00:10:00Z").value();

client::Object deployment(const std::string& status = "{}",
                          const std::string& deadline = R"("progressDeadlineSeconds":60,)") {
  return json::parse(R"({"apiVersion":"apps/v1","kind":"Deployment",
    "metadata":{"name":"web","generation":2},"spec":{"replicas":2,)" +
                     deadline + R"("strategy":{"rollingUpdate":{"maxUnavailable":0,"maxSurge":1}},
      "selector":{"matchLabels":{"app":"web"}},"template":{"spec":{"v":1}}},"status":)" +
                     status + "}")
      .value();
}

client::ObjectPtr set_with(const std::string& status) {
  client::Object set = new_replica_set(deployment());
  set["metadata"]["uid"] = "s";
  set["spec"]["replicas"] = 2;
  set["status"] = json::parse(status).value();
  return std::make_shared<const client::Object>(set);
}

const char* kDone = R"({"replicas":2,"readyReplicas":2,"availableReplicas":2})";

std::string condition(const json::Value& status, std::string_view type) {
  const client::Object holder = json::Object{{"status", status}};
  const json::Value* found = api::condition(holder, type);
  return found == nullptr ? ""
                          : found->at("status").as_string() + " " + found->at("reason").as_string();
}

TEST(DeploymentProgress, CountsAndJudgesAvailability) {
  const auto owner = deployment();
  const Rollout rollout(owner, {set_with(R"({"replicas":2,"readyReplicas":1,"availableReplicas":1,
                                             "terminatingReplicas":1})")});
  Progress progress(owner, rollout, kNow);
  const json::Value& status = progress.status();
  EXPECT_EQ(status.at("observedGeneration").as_int(), 2);
  EXPECT_EQ(status.at("updatedReplicas").as_int(), 2);
  EXPECT_EQ(status.at("unavailableReplicas").as_int(), 1);
  EXPECT_EQ(status.at("terminatingReplicas").as_int(), 1);
  EXPECT_EQ(condition(status, "Available"), "False MinimumReplicasUnavailable");
  EXPECT_FALSE(progress.is_complete());
  progress.judge();
  EXPECT_EQ(condition(progress.status(), "Progressing"), "True ReplicaSetUpdated");
  EXPECT_EQ(progress.again(), seconds(61));
}

TEST(DeploymentProgress, CompleteDeploymentStaysSo) {
  const auto owner = deployment();
  const Rollout rollout(owner, {set_with(kDone)});
  Progress progress(owner, rollout, kNow);
  progress.judge();
  EXPECT_TRUE(progress.is_complete());
  EXPECT_EQ(condition(progress.status(), "Available"), "True MinimumReplicasAvailable");
  EXPECT_EQ(condition(progress.status(), "Progressing"), "True NewReplicaSetAvailable");
  EXPECT_FALSE(progress.again().has_value());
  client::Object later = owner;
  later["status"] = progress.status();
  Progress again(later, rollout, kNow + seconds(1000));
  again.judge();
  EXPECT_EQ(again.status(), progress.status()) << "nothing to write";
}

TEST(DeploymentProgress, DeadlineWithoutProgressIsTold) {
  const char* status = R"({"replicas":2,"updatedReplicas":2,"conditions":[
    {"type":"Progressing","status":"True","reason":"ReplicaSetUpdated",
     "lastUpdateTime":"2030-01-01T00:09:30Z","lastTransitionTime":"2030-01-01T00:09:00Z"}]})";
  const auto owner = deployment(status);
  const Rollout rollout(owner, {set_with(R"({"replicas":2})")});
  Progress waiting(owner, rollout, kNow);
  waiting.judge();
  EXPECT_EQ(condition(waiting.status(), "Progressing"), "True ReplicaSetUpdated");
  EXPECT_EQ(waiting.again(), seconds(31));
  Progress late(owner, rollout, kNow + seconds(31));
  late.judge();
  EXPECT_EQ(condition(late.status(), "Progressing"), "False ProgressDeadlineExceeded");
  EXPECT_FALSE(late.again().has_value());
}

TEST(DeploymentProgress, PauseAndResumeAreNoted) {
  client::Object owner = deployment();
  const Rollout rollout(owner, {});
  Progress paused(owner, rollout, kNow);
  paused.note_pause(true);
  EXPECT_EQ(condition(paused.status(), "Progressing"), "Unknown DeploymentPaused");
  client::Object later = owner;
  later["status"] = paused.status();
  Progress resumed(later, rollout, kNow);
  resumed.note_pause(false);
  EXPECT_EQ(condition(resumed.status(), "Progressing"), "Unknown DeploymentResumed");
}

TEST(DeploymentProgress, WithoutADeadlineThereIsNoSuchCondition) {
  const auto owner = deployment("{}", "");
  const Rollout rollout(owner, {set_with(kDone)});
  Progress progress(owner, rollout, kNow);
  progress.note_found("web-1", true);
  progress.judge();
  EXPECT_EQ(condition(progress.status(), "Progressing"), "");
}

TEST(DeploymentProgress, FailuresOfReplicaSetsShow) {
  const auto owner = deployment();
  const Rollout rollout(owner, {set_with(R"({"conditions":[{"type":"ReplicaFailure",
    "status":"True","reason":"FailedCreate","message":"no room"}]})")});
  Progress progress(owner, rollout, kNow);
  progress.judge();
  EXPECT_EQ(condition(progress.status(), "ReplicaFailure"), "True FailedCreate");
  EXPECT_EQ(condition(status_of_failure(owner, "refused", kNow), "Progressing"),
            "False ReplicaSetCreateError");
}

}  // namespace
}  // namespace sluice::controllers::deployment
