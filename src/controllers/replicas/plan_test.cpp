// SPDX-License-Identifier: Apache-2.0
#include "controllers/replicas/plan.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::controllers::replicas {
namespace {

using std::chrono::seconds;

const WallTime kNow = parse_rfc3339("2030-01-01T00:10:00Z").value();

client::Object set_of(int replicas, const std::string& spec = "", const char* kind = "ReplicaSet") {
  return json::parse(
             R"({"kind":")" + std::string(kind) +
             R"(","metadata":{"name":"web","generation":3},"spec":{"replicas":)" +
             std::to_string(replicas) + spec +
             R"(,"template":{"metadata":{"labels":{"app":"web"}}}},"status":{"replicas":0}})")
      .value();
}

client::ObjectPtr pod(const std::string& phase, const std::string& ready_since = "",
                      const std::string& metadata = "") {
  client::Object object = json::parse("{\"metadata\":{" + metadata + "}}").value();
  object["metadata"]["labels"]["app"] = "web";
  object["status"]["phase"] = phase;
  if (!ready_since.empty()) {
    object["status"]["conditions"] = json::Array{
        json::Object{{"type", "Ready"}, {"status", "True"}, {"lastTransitionTime", ready_since}}};
  }
  return std::make_shared<const client::Object>(object);
}

const std::string kEarlier = "2030-01-01T00:09:50Z";
const std::string kGoing = R"("deletionTimestamp":"2030-01-01T00:00:30Z")";

TEST(ReplicasPlan, MissingPodsAreCreatedAndOthersDoNotCount) {
  EXPECT_EQ(scale(set_of(3), {}, kNow).create, 3);
  const owned::Pods pods{pod("Running"), pod("Failed"), pod("Running", "", kGoing)};
  EXPECT_EQ(scale(set_of(3), pods, kNow).create, 2);
}

TEST(ReplicasPlan, SurplusPodsAreRemovedCheapestFirst) {
  const auto ready = pod("Running", kEarlier);
  const auto pending = pod("Pending");
  const Scaling result = scale(set_of(1), {ready, pending}, kNow);
  ASSERT_EQ(result.remove.size(), 1U);
  EXPECT_EQ(result.remove[0], pending);
  EXPECT_EQ(result.create, 0);
}

TEST(ReplicasPlan, SetBeingDeletedDoesNothing) {
  client::Object set = set_of(3);
  set["metadata"]["deletionTimestamp"] = "2030-01-01T00:00:00Z";
  EXPECT_EQ(scale(set, {}, kNow).create, 0);
  set["spec"]["replicas"] = 0;
  EXPECT_TRUE(scale(set, {pod("Running")}, kNow).remove.empty());
}

TEST(ReplicasPlan, StatusCountsPods) {
  const owned::Pods pods{pod("Running", kEarlier), pod("Pending"), pod("Failed"),
                         pod("Running", "", kGoing)};
  const Status result = status(set_of(2), pods, std::nullopt, kNow);
  EXPECT_EQ(json::write(result.value),
            R"({"replicas":2,"fullyLabeledReplicas":2,"readyReplicas":1,"availableReplicas":1,)"
            R"("terminatingReplicas":1,"observedGeneration":3})");
  EXPECT_FALSE(result.again.has_value());
}

TEST(ReplicasPlan, ReplicationControllersDoNotCountTerminatingPods) {
  const Status result = status(set_of(0, "", "ReplicationController"), {}, std::nullopt, kNow);
  EXPECT_EQ(json::write(result.value), R"({"replicas":0,"observedGeneration":3})");
}

TEST(ReplicasPlan, ReadyPodBecomesAvailableLater) {
  const Status result =
      status(set_of(1, R"(,"minReadySeconds":30)"), {pod("Running", kEarlier)}, std::nullopt, kNow);
  EXPECT_EQ(result.value.at("readyReplicas").as_int(), 1);
  EXPECT_EQ(result.value.at("availableReplicas").as_int(), 0);
  EXPECT_EQ(result.again, seconds(20));
}

TEST(ReplicasPlan, FailureIsAConditionWhileItLasts) {
  client::Object set = set_of(1);
  set["status"] = status(set, {}, Failure{"FailedCreate", "no room"}, kNow).value;
  const json::Value* failure = api::condition(set, "ReplicaFailure");
  ASSERT_NE(failure, nullptr);
  EXPECT_EQ(failure->at("reason").as_string(), "FailedCreate");
  EXPECT_EQ(failure->at("message").as_string(), "no room");
  EXPECT_EQ(status(set, {}, Failure{"FailedCreate", "no room for another"}, kNow).value,
            set.at("status"))
      << "a change would bring the set back at once, for ever";
  EXPECT_EQ(status(set, {}, std::nullopt, kNow).value.find("conditions"), nullptr);
}

}  // namespace
}  // namespace sluice::controllers::replicas
