// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/pod_facts.h"

#include <gtest/gtest.h>

#include "controllers/scheduler/test_objects.h"

namespace sluice::controllers::scheduler {
namespace {

TEST(PodFacts, RequestsIncludeOverheadAndSilentContainersHaveAShare) {
  const PodFacts facts = read_pod(make_pod("p", R"({"overhead":{"cpu":"250m"},
    "containers":[{"resources":{"requests":{"cpu":"1"}}},{}]})"));
  EXPECT_EQ(facts.requests.at("cpu").milli_value(), 1250);
  EXPECT_EQ(facts.cpu_share, 1350);
  EXPECT_EQ(facts.memory_share, 2LL * 200 * 1024 * 1024);
}

TEST(PodFacts, RulesAboutOtherPodsAreRead) {
  const PodFacts facts = read_pod(make_pod("p", R"({"affinity":{
    "podAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":
      [{"weight":5,"podAffinityTerm":{"topologyKey":"zone"}}]},
    "podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":"host"}],
      "preferredDuringSchedulingIgnoredDuringExecution":
      [{"weight":7,"podAffinityTerm":{"topologyKey":"zone"}}]}}})"));
  EXPECT_TRUE(facts.affinity.empty());
  ASSERT_EQ(facts.anti_affinity.size(), 1U);
  EXPECT_EQ(facts.anti_affinity[0].topology_key, "host");
  ASSERT_EQ(facts.preferences.size(), 2U);
  EXPECT_EQ(facts.preferences[0].weight, 5);
  EXPECT_EQ(facts.preferences[1].weight, -7);
}

TEST(PodFacts, PodsThatAreOverTakeNoRoom) {
  client::Object pod = make_pod("p", R"({"nodeName":"n"})");
  EXPECT_TRUE(occupies(pod));
  pod["status"]["phase"] = "Succeeded";
  EXPECT_FALSE(occupies(pod));
  EXPECT_FALSE(occupies(make_pod("p")));
}

TEST(PodFacts, WhoLeavesToMakeRoomIsKnown) {
  client::Object pod = make_pod("p");
  pod["status"]["conditions"] = json::Array{
      parse(R"({"type":"DisruptionTarget","status":"True","reason":"PreemptionByScheduler"})")};
  EXPECT_FALSE(read_pod(pod).preempted);
  pod["metadata"]["deletionTimestamp"] = "2030-01-01T00:00:00Z";
  EXPECT_TRUE(read_pod(pod).preempted);
  EXPECT_TRUE(read_pod(pod).leaving);
}

TEST(PodFacts, AStatusThatSaysNothingNewIsTheSame) {
  client::Object before = make_pod("p", R"({"nodeName":"n"})");
  client::Object after = before;
  after["status"]["podIP"] = "10.0.0.1";
  EXPECT_TRUE(same_facts(before, after));
  after["metadata"]["labels"]["new"] = "yes";
  EXPECT_FALSE(same_facts(before, after));
  after = before;
  after["status"]["phase"] = "Failed";
  EXPECT_FALSE(same_facts(before, after));
  after = before;
  after["status"]["containerStatuses"] = json::Array{parse(R"({"resources":{}})")};
  EXPECT_FALSE(same_facts(before, after)) << "it may be resized";
}

}  // namespace
}  // namespace sluice::controllers::scheduler
