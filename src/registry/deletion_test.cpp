// SPDX-License-Identifier: Apache-2.0
#include "registry/deletion.h"

#include <gtest/gtest.h>

#include "api/meta.h"
#include "json/text.h"

namespace sluice::registry {
namespace {

WallTime start() {
  return FakeClock().now();
}

json::Value running_pod() {
  return json::parse(R"({"metadata":{"name":"a","generation":3},
      "spec":{"nodeName":"n","terminationGracePeriodSeconds":30},"status":{"phase":"Running"}})")
      .value();
}

Deletion pod_deletion(json::Value pod, const client::DeleteOptions& options = {},
                      std::chrono::seconds later = std::chrono::seconds(0)) {
  return decide_deletion(api::kinds::pod(), options, std::move(pod), start() + later).value();
}

TEST(Deletion, RunningPodWaitsItsGracePeriod) {
  const Deletion deletion = pod_deletion(running_pod());
  EXPECT_FALSE(deletion.now);
  const json::Value& metadata = deletion.object.at("metadata");
  EXPECT_EQ(metadata.at("deletionTimestamp").as_string(), "2030-01-01T00:00:30Z");
  EXPECT_EQ(metadata.at("deletionGracePeriodSeconds").as_int(), 30);
  EXPECT_EQ(metadata.at("generation").as_int(), 4);
  EXPECT_FALSE(deletion_is_due(api::kinds::pod(), deletion.object));
}

TEST(Deletion, PodThatRunsNowhereGoesAtOnce) {
  json::Value unscheduled = running_pod();
  unscheduled["spec"].erase("nodeName");
  EXPECT_TRUE(pod_deletion(unscheduled).now);
  json::Value finished = running_pod();
  finished["status"]["phase"] = "Succeeded";
  EXPECT_TRUE(pod_deletion(finished).now);
  EXPECT_TRUE(pod_deletion(running_pod(), {.grace_period_seconds = 0}).now);
}

TEST(Deletion, LaterRequestsOnlyShortenTheWait) {
  const json::Value waiting = pod_deletion(running_pod()).object;
  EXPECT_EQ(pod_deletion(waiting).object, waiting);
  EXPECT_EQ(pod_deletion(waiting, {.grace_period_seconds = 90}).object, waiting);
  const json::Value sooner = pod_deletion(waiting, {.grace_period_seconds = 5}).object;
  EXPECT_EQ(sooner.at("metadata", "deletionTimestamp").as_string(), "2030-01-01T00:00:05Z");
  EXPECT_EQ(sooner.at("metadata", "generation").as_int(), 4);
  EXPECT_TRUE(pod_deletion(sooner, {.grace_period_seconds = 0}).now);
}

TEST(Deletion, WhoNamesNoPeriodLeavesAPendingDeletionAsItIs) {
  json::Value pod = running_pod();
  pod["metadata"]["finalizers"] = json::Array{"example.com/x"};
  for (const int own : {0, 30}) {
    pod["spec"]["terminationGracePeriodSeconds"] = own;
    const json::Value waiting = pod_deletion(pod, {.grace_period_seconds = 300}).object;
    EXPECT_EQ(waiting.at("metadata", "deletionGracePeriodSeconds").as_int(), 300);
    const Deletion again = pod_deletion(waiting);
    EXPECT_FALSE(again.now);
    EXPECT_EQ(again.object, waiting);
    EXPECT_EQ(pod_deletion(waiting, {.propagation_policy = "Orphan"}).object, waiting);
    json::Value over = waiting;
    over["status"]["phase"] = "Succeeded";
    EXPECT_EQ(pod_deletion(over).object, over) << "its kubelet confirms";
  }
}

TEST(Deletion, ShorterPeriodsCountFromTheFirstRequest) {
  using std::chrono::seconds;
  const json::Value waiting = pod_deletion(running_pod()).object;
  const client::DeleteOptions five{.grace_period_seconds = 5};
  const json::Value sooner = pod_deletion(waiting, five, seconds(2)).object;
  EXPECT_EQ(sooner.at("metadata", "deletionTimestamp").as_string(), "2030-01-01T00:00:05Z");
  EXPECT_EQ(sooner.at("metadata", "deletionGracePeriodSeconds").as_int(), 5);
  const Deletion late = pod_deletion(waiting, five, seconds(9));
  EXPECT_FALSE(late.now);
  const json::Value& metadata = late.object.at("metadata");
  EXPECT_EQ(metadata.at("deletionTimestamp").as_string(), "2030-01-01T00:00:09Z");
  EXPECT_EQ(metadata.at("deletionGracePeriodSeconds").as_int(), 1);
  EXPECT_TRUE(pod_deletion(waiting, {.grace_period_seconds = 0}, seconds(9)).now);
}

TEST(Deletion, NegativePeriodIsOneSecond) {
  const Deletion deletion = pod_deletion(running_pod(), {.grace_period_seconds = -7});
  EXPECT_EQ(deletion.object.at("metadata", "deletionGracePeriodSeconds").as_int(), 1);
}

TEST(Deletion, FinalizersHoldTheObjectAfterThePeriod) {
  json::Value pod = running_pod();
  pod["metadata"]["finalizers"] = json::Array{"example.com/x"};
  const Deletion forced = pod_deletion(pod, {.grace_period_seconds = 0});
  EXPECT_FALSE(forced.now);
  EXPECT_FALSE(deletion_is_due(api::kinds::pod(), forced.object));
  json::Value released = forced.object;
  released["metadata"].erase("finalizers");
  EXPECT_TRUE(deletion_is_due(api::kinds::pod(), released));
}

std::string finalizers_of(const api::Kind& kind, const std::string& policy,
                          std::string_view before = "[]") {
  json::Value object = json::parse(R"({"metadata":{"name":"a"}})").value();
  object["metadata"]["finalizers"] = json::parse(before).value();
  const Deletion deletion =
      decide_deletion(kind, {.propagation_policy = policy}, std::move(object), start()).value();
  return json::write(deletion.object.at("metadata", "finalizers"));
}

TEST(Deletion, PolicyBecomesAFinalizerForTheCollector) {
  EXPECT_EQ(finalizers_of(api::kinds::config_map(), "Orphan"), R"(["orphan"])");
  EXPECT_EQ(finalizers_of(api::kinds::config_map(), "Foreground"), R"(["foregroundDeletion"])");
  EXPECT_EQ(finalizers_of(api::kinds::config_map(), "Background"), "null");
  EXPECT_EQ(finalizers_of(api::kinds::config_map(), ""), "null");
  EXPECT_EQ(finalizers_of(api::kinds::config_map(), "Background", R"(["orphan","x/y"])"),
            R"(["x/y"])");
  EXPECT_EQ(finalizers_of(api::kinds::config_map(), "", R"(["foregroundDeletion"])"),
            R"(["foregroundDeletion"])");
  EXPECT_EQ(finalizers_of(api::kinds::job(), ""), R"(["orphan"])") << "what jobs always did";
}

TEST(Deletion, UnknownPolicyIsInvalid) {
  const auto refused =
      decide_deletion(api::kinds::pod(), {.propagation_policy = "Maybe"}, running_pod(), start());
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kInvalid);
  EXPECT_NE(refused.error().message.find("propagationPolicy"), std::string::npos);
}

TEST(Deletion, NamespaceTerminatesAndWaitsForItsOwnFinalizers) {
  json::Value home = json::parse(R"({"metadata":{"name":"n"},"spec":{"finalizers":["kubernetes"]},
      "status":{"phase":"Active"}})")
                         .value();
  const Deletion deletion =
      decide_deletion(api::kinds::namespace_(), {}, std::move(home), start()).value();
  EXPECT_FALSE(deletion.now);
  EXPECT_EQ(deletion.object.at("status", "phase").as_string(), "Terminating");
  json::Value emptied = deletion.object;
  emptied["spec"].erase("finalizers");
  EXPECT_TRUE(deletion_is_due(api::kinds::namespace_(), emptied));
}

}  // namespace
}  // namespace sluice::registry
