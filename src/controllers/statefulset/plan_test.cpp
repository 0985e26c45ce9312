// SPDX-License-Identifier: Apache-2.0
#include "controllers/statefulset/plan.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "controllers/owned/revisions.h"
#include "controllers/statefulset/identity.h"
#include "json/text.h"

namespace sluice::controllers::statefulset {
namespace {

using std::chrono::seconds;

const WallTime kNow = parse_rfc3339("2030-01-01T00:10:00Z").value();
const Rest kNoRest = [](const std::string&) { return Duration::zero(); };
const char* kParallel = R"("podManagementPolicy":"Parallel",)";

client::Object set_of(int replicas, const std::string& spec = "", int version = 1) {
  return json::parse(R"({"apiVersion":"apps/v1","kind":"StatefulSet",
    "metadata":{"name":"db","namespace":"ns","uid":"u","generation":3},
    "spec":{"replicas":)" +
                     std::to_string(replicas) + "," + spec +
                     R"("selector":{"matchLabels":{"app":"db"}},
      "template":{"spec":{"v":)" +
                     std::to_string(version) + "}}}}")
      .value();
}

client::ObjectPtr revision(int version) {
  return std::make_shared<const client::Object>(
      owned::new_revision(set_of(1, "", version), version));
}

client::ObjectPtr pod(int ordinal, const std::string& state = "ready", int version = 1) {
  client::Object object = new_pod(set_of(1), *revision(version), ordinal);
  object["metadata"]["uid"] = std::to_string(ordinal);
  object["status"]["phase"] = state == "failed" ? "Failed" : "Running";
  if (state == "going") {
    object["metadata"]["deletionTimestamp"] = "2030-01-01T00:00:00Z";
  }
  if (state == "ready") {
    object["status"]["conditions"] = json::Array{json::Object{
        {"type", "Ready"}, {"status", "True"}, {"lastTransitionTime", "2030-01-01T00:09:50Z"}}};
  }
  return std::make_shared<const client::Object>(object);
}

std::string created(const Plan& plan) {
  std::string text;
  for (const auto& creation : plan.create) {
    text += std::to_string(creation.ordinal) + " ";
  }
  return text;
}

std::string removed(const Plan& plan) {
  std::string text;
  for (const auto& gone : plan.remove) {
    text += api::name(*gone) + " ";
  }
  return text;
}

Plan plan_of(const client::Object& set, const owned::Pods& pods, int versions = 1) {
  std::vector<client::ObjectPtr> revisions;
  for (int version = 1; version <= versions; ++version) {
    revisions.push_back(revision(version));
  }
  return plan(set, pods, revisions, kNoRest, kNow);
}

TEST(StatefulSetPlan, OrderedPodsComeOneAfterTheOther) {
  EXPECT_EQ(created(plan_of(set_of(3), {})), "0 ");
  EXPECT_EQ(created(plan_of(set_of(3), {pod(0, "starting")})), "");
  EXPECT_EQ(created(plan_of(set_of(3), {pod(0)})), "1 ");
  EXPECT_EQ(created(plan_of(set_of(3, kParallel), {})), "0 1 2 ");
  EXPECT_EQ(created(plan_of(set_of(2, R"("ordinals":{"start":5},)"), {pod(5)})), "6 ");
}

TEST(StatefulSetPlan, MinReadySecondsDelayTheNext) {
  const Plan result = plan_of(set_of(2, R"("minReadySeconds":30,)"), {pod(0)});
  EXPECT_EQ(created(result), "");
  EXPECT_EQ(result.again, seconds(20));
}

TEST(StatefulSetPlan, SurplusGoesFromTheTop) {
  EXPECT_EQ(removed(plan_of(set_of(1), {pod(0), pod(1), pod(2)})), "db-2 ");
  EXPECT_EQ(removed(plan_of(set_of(1), {pod(0), pod(1), pod(2, "going")})), "");
  EXPECT_EQ(removed(plan_of(set_of(1), {pod(0), pod(1, "starting"), pod(2)})), "db-2 ");
  EXPECT_EQ(removed(plan_of(set_of(1), {pod(0, "starting"), pod(1)})), "")
      << "halted by an unhealthy pod";
  const Plan parallel = plan_of(set_of(1, kParallel), {pod(0), pod(1), pod(2)});
  EXPECT_EQ(removed(parallel), "db-2 db-1 ");
  EXPECT_EQ(parallel.surplus.size(), 2U);
}

TEST(StatefulSetPlan, APodThatFailsAgainIsReplacedLater) {
  const Rest rest = [](const std::string& name) { return seconds(name == "db-0" ? 4 : 0); };
  const Plan waits = plan(set_of(1), {pod(0, "failed")}, {revision(1)}, rest, kNow);
  EXPECT_TRUE(waits.remove.empty());
  EXPECT_TRUE(waits.failed.empty());
  EXPECT_EQ(waits.again, seconds(4));
  const Plan replaces = plan_of(set_of(1), {pod(0, "failed")});
  EXPECT_EQ(replaces.failed, std::vector<std::string>{"db-0"});
}

TEST(StatefulSetPlan, FailedPodIsReplaced) {
  const Plan result = plan_of(set_of(2), {pod(0, "failed")});
  EXPECT_EQ(removed(result), "db-0 ");
  EXPECT_EQ(created(result), "");
  EXPECT_EQ(result.notes.at(0).reason, "RecreatingFailedPod");
}

TEST(StatefulSetPlan, UpdateReplacesFromTheTopOneByOne) {
  const client::Object set = set_of(3, "", 2);
  EXPECT_EQ(removed(plan_of(set, {pod(0), pod(1), pod(2)}, 2)), "db-2 ");
  EXPECT_EQ(removed(plan_of(set, {pod(0), pod(1), pod(2, "starting", 2)}, 2)), "");
  EXPECT_EQ(removed(plan_of(set, {pod(0), pod(1), pod(2, "ready", 2)}, 2)), "db-1 ");
  const std::string rolling = R"("updateStrategy":{"type":"RollingUpdate","rollingUpdate":{)";
  const auto parted = set_of(3, rolling + R"("partition":2}},)", 2);
  EXPECT_EQ(removed(plan_of(parted, {pod(0), pod(1), pod(2, "ready", 2)}, 2)), "");
  const auto fast = set_of(3, rolling + R"("maxUnavailable":2}},)", 2);
  EXPECT_EQ(removed(plan_of(fast, {pod(0), pod(1), pod(2)}, 2)), "db-2 db-1 ");
  const auto manual = set_of(3, R"("updateStrategy":{"type":"OnDelete"},)", 2);
  EXPECT_EQ(removed(plan_of(manual, {pod(0), pod(1), pod(2)}, 2)), "");
}

TEST(StatefulSetPlan, APodThatIsNotThereYetHoldsAnUpdateUp) {
  EXPECT_EQ(removed(plan_of(set_of(2, kParallel, 2), {pod(0)}, 2)), "");
  const std::string two =
      R"("podManagementPolicy":"Parallel","updateStrategy":{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":2}},)";
  EXPECT_EQ(removed(plan_of(set_of(3, two, 2), {pod(0), pod(1)}, 2)), "db-1 ");
}

TEST(StatefulSetPlan, PodsBelowThePartitionComeBackAsTheyWere) {
  client::Object set =
      set_of(1, R"("updateStrategy":{"type":"RollingUpdate","rollingUpdate":{"partition":1}},)", 2);
  set["status"]["currentRevision"] = api::name(*revision(1));
  EXPECT_EQ(plan_of(set, {}, 2).create.at(0).revision->at("revision").as_int(), 1);
  EXPECT_EQ(plan_of(set_of(1, "", 2), {}, 2).create.at(0).revision->at("revision").as_int(), 2);
}

TEST(StatefulSetPlan, StatusCountsByRevision) {
  client::Object set = set_of(2, "", 2);
  set["status"]["currentRevision"] = api::name(*revision(1));
  const Plan rolling = plan_of(set, {pod(0), pod(1, "ready", 2)}, 2);
  EXPECT_EQ(rolling.status.at("replicas").as_int(), 2);
  EXPECT_EQ(rolling.status.at("readyReplicas").as_int(), 2);
  EXPECT_EQ(rolling.status.at("currentReplicas").as_int(), 1);
  EXPECT_EQ(rolling.status.at("updatedReplicas").as_int(), 1);
  EXPECT_EQ(rolling.status.at("observedGeneration").as_int(), 3);
  EXPECT_EQ(rolling.status.at("currentRevision").as_string(), api::name(*revision(1)));
  EXPECT_EQ(rolling.status.at("updateRevision").as_string(), api::name(*revision(2)));
  const Plan done = plan_of(set, {pod(0, "ready", 2), pod(1, "ready", 2)}, 2);
  EXPECT_EQ(done.status.at("currentRevision").as_string(), api::name(*revision(2)));
  EXPECT_EQ(done.status.at("currentReplicas").as_int(), 2);
}

TEST(StatefulSetPlan, PodsThatLostTheirLabelsAreRepairedWhenTheyRun) {
  const auto nameless = [](const char* state) {
    client::Object object = *pod(0, state);
    object["metadata"]["labels"].erase("statefulset.kubernetes.io/pod-name");
    return std::make_shared<const client::Object>(object);
  };
  EXPECT_EQ(plan(set_of(1), {nameless("ready")}, {revision(1)}, kNoRest, kNow).repair.size(), 1U);
  EXPECT_TRUE(plan(set_of(1), {nameless("starting")}, {revision(1)}, kNoRest, kNow).repair.empty());
  EXPECT_EQ(plan(set_of(1, kParallel), {nameless("starting")}, {revision(1)}, kNoRest, kNow)
                .repair.size(),
            1U);
  EXPECT_TRUE(plan(set_of(1), {pod(0)}, {revision(1)}, kNoRest, kNow).repair.empty());
}

TEST(StatefulSetPlan, PendingPodsMayMissClaims) {
  client::Object waiting = *pod(0, "starting");
  waiting["status"]["phase"] = "Pending";
  const auto result = plan(set_of(1), {std::make_shared<const client::Object>(waiting)},
                           {revision(1)}, kNoRest, kNow);
  EXPECT_EQ(result.pending, std::vector<std::int64_t>{0});
  EXPECT_TRUE(plan(set_of(1), {pod(0)}, {revision(1)}, kNoRest, kNow).pending.empty());
}

}  // namespace
}  // namespace sluice::controllers::statefulset
