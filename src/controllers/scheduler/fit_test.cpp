// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/fit.h"

#include <gtest/gtest.h>

#include "controllers/scheduler/test_objects.h"

namespace sluice::controllers::scheduler {
namespace {

client::Object tainted(const std::string& taint) {
  client::Object node = make_node("n");
  node["spec"]["taints"] = json::Array{parse(taint)};
  return node;
}

client::Object tolerating(const std::string& toleration) {
  return make_pod("p", R"({"tolerations":[)" + toleration + "]}");
}

TEST(Fit, CordonedNodeTakesOnlyPodsThatTolerateIt) {
  client::Object node = make_node("n");
  EXPECT_FALSE(is_cordoned_for(make_pod("p"), node));
  node["spec"]["unschedulable"] = true;
  EXPECT_TRUE(is_cordoned_for(make_pod("p"), node));
  EXPECT_FALSE(is_cordoned_for(
      tolerating(R"({"key":"node.kubernetes.io/unschedulable","operator":"Exists"})"), node));
}

TEST(Fit, NodeSelectorMustMatchEveryLabel) {
  const client::Object node = make_node("n", R"({"zone":"a"})");
  EXPECT_TRUE(selects(make_pod("p", R"({"nodeSelector":{"zone":"a"}})"), node));
  EXPECT_FALSE(selects(make_pod("p", R"({"nodeSelector":{"zone":"a","gpu":"yes"}})"), node));
}

TEST(Fit, TaintsKeepOutWhatDoesNotTolerateThem) {
  const client::Object node = tainted(R"({"key":"slurm","value":"only","effect":"NoSchedule"})");
  EXPECT_FALSE(tolerates_taints(make_pod("p"), node, false));
  EXPECT_TRUE(tolerates_taints(make_pod("p"), node, true)) << "what runs may stay";
  EXPECT_TRUE(tolerates_taints(tolerating(R"({"key":"slurm","value":"only"})"), node, false));
  EXPECT_FALSE(tolerates_taints(tolerating(R"({"key":"slurm","value":"other"})"), node, false));
  EXPECT_TRUE(tolerates_taints(tolerating(R"({"operator":"Exists"})"), node, false));
  EXPECT_FALSE(
      tolerates_taints(make_pod("p"), tainted(R"({"key":"k","effect":"NoExecute"})"), true));
}

TEST(Fit, TaintsThatOnlyPreferAreCounted) {
  const client::Object node = tainted(R"({"key":"k","effect":"PreferNoSchedule"})");
  EXPECT_TRUE(tolerates_taints(make_pod("p"), node, false));
  EXPECT_EQ(disliked_taints(make_pod("p"), node), 1);
  EXPECT_EQ(disliked_taints(tolerating(R"({"key":"k","operator":"Exists"})"), node), 0);
}

TEST(Fit, OnlyUnboundPodsOfThisSchedulerWait) {
  EXPECT_TRUE(is_waiting(parse(R"({"spec":{"schedulerName":"default-scheduler"}})")));
  EXPECT_FALSE(is_waiting(parse(R"({"spec":{"schedulerName":"other"}})")));
  EXPECT_FALSE(is_waiting(parse(R"({"spec":{"nodeName":"n"}})")));
  EXPECT_FALSE(is_waiting(parse(R"({"spec":{"schedulingGates":[{"name":"g"}]}})")));
  EXPECT_FALSE(is_waiting(parse(R"({"metadata":{"deletionTimestamp":"2030-01-01T00:00:00Z"}})")));
}

TEST(Fit, AStatusDoesNotChangeAPodsChances) {
  client::Object later = make_pod("p");
  later["status"]["conditions"] = json::Array{};
  EXPECT_TRUE(same_chances(make_pod("p"), later));
  EXPECT_FALSE(same_chances(make_pod("p"), make_pod("p", asking("1"))));
  EXPECT_FALSE(same_chances(make_pod("p"), make_pod("p", "{}", R"({"app":"web"})")));
}

}  // namespace
}  // namespace sluice::controllers::scheduler
