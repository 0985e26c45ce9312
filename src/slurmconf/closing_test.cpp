// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/closing.h"

#include <gtest/gtest.h>

namespace sluice::slurmconf {
namespace {

class FakeDoors final : public Doors {
 public:
  std::map<std::string, std::string> states;
  std::map<std::string, Node> nodes;

  Result<std::map<std::string, std::string>> partition_states() override { return states; }
  Result<void> set_partition_state(const std::string& name, const std::string& state) override {
    states[name] = state;
    return {};
  }
  Result<std::map<std::string, Node>> nodes_at_door(
      const std::vector<std::string>& names) override {
    std::map<std::string, Node> found;
    for (const std::string& name : names) {
      if (nodes.contains(name)) {
        found[name] = nodes[name];
      }
    }
    return found;
  }
  Result<void> drain(const std::string& node, const std::string& reason) override {
    nodes[node] = {.drains = true, .reason = reason};
    return {};
  }
  Result<void> undrain(const std::string& node) override {
    nodes[node] = {};
    return {};
  }
};

Plan guarding(std::vector<Guard> guards) {
  Plan plan;
  for (Guard& guard : guards) {
    plan.changes.push_back({.what = guard.name, .guard = guard});
  }
  return plan;
}

using States = std::map<std::string, std::string>;

TEST(SlurmClosing, APartitionThatGoesTakesNoJobsAfterThatWasNoted) {
  FakeDoors doors;
  doors.states = {{"all", "UP"}, {"night", "UP"}, {"held", "DOWN"}, {"old", "DRAIN"}};
  const Plan plan = guarding({{Guard::Kind::kPartition, "night"},
                              {Guard::Kind::kPartition, "held"},
                              {Guard::Kind::kPartition, "old"}});
  const States before = doors.states;
  Closed closed;
  EXPECT_EQ(close_guarded(closed, plan, doors), false);
  EXPECT_EQ(closed.partitions, (States{{"night", "UP"}, {"held", "DOWN"}}));
  EXPECT_EQ(doors.states, before) << "who crashes now knows what there was";
  EXPECT_EQ(close_guarded(closed, plan, doors), true);
  const States shut{{"all", "UP"}, {"night", "DRAIN"}, {"held", "INACTIVE"}, {"old", "DRAIN"}};
  EXPECT_EQ(doors.states, shut);
  doors.states["night"] = "UP";  // slurmctld was restarted
  EXPECT_EQ(close_guarded(closed, plan, doors), true);
  EXPECT_EQ(doors.states, shut);
  ASSERT_TRUE(open_unguarded(closed, plan, doors).has_value());
  EXPECT_EQ(doors.states, shut) << "they are still to go";
  ASSERT_TRUE(open_unguarded(closed, Plan(), doors).has_value());
  EXPECT_EQ(doors.states, before);
  EXPECT_TRUE(closed.empty());
}

TEST(SlurmClosing, WhereMachinesGoNothingStarts) {
  FakeDoors doors;
  doors.states = {{"all", "UP"}, {"night", "UP"}, {"old", "DRAIN"}};
  const Plan plan =
      guarding({{Guard::Kind::kMachines, "compute"}, {Guard::Kind::kPartition, "night"}});
  Closed closed;
  EXPECT_EQ(close_guarded(closed, plan, doors), false);
  EXPECT_EQ(close_guarded(closed, plan, doors), true);
  EXPECT_EQ(doors.states, (States{{"all", "DOWN"}, {"night", "INACTIVE"}, {"old", "INACTIVE"}}));
}

TEST(SlurmClosing, WhatIsGoneOrOpenAgainIsLeftAlone) {
  FakeDoors doors;
  doors.states = {{"held", "UP"}};
  Closed closed{.partitions = {{"night", "UP"}, {"held", "DOWN"}}};
  ASSERT_TRUE(open_unguarded(closed, Plan(), doors).has_value());
  EXPECT_EQ(doors.states, (States{{"held", "UP"}}));
  EXPECT_TRUE(closed.empty());
}

TEST(SlurmClosing, OnANodeThatGoesNothingStartsAfterThatWasNoted) {
  FakeDoors doors;
  doors.nodes = {{"n1", {}}, {"n2", {.drains = true, .reason = "disk"}}, {"n3", {}}};
  const Plan plan = guarding(
      {{Guard::Kind::kNode, "n1"}, {Guard::Kind::kNode, "n2"}, {Guard::Kind::kNode, "unknown"}});
  Closed closed;
  EXPECT_EQ(close_guarded(closed, plan, doors), false);
  EXPECT_EQ(closed, (Closed{.nodes = {"n1"}}));
  EXPECT_FALSE(doors.nodes["n1"].drains) << "who crashes now knows what there was";
  EXPECT_EQ(close_guarded(closed, plan, doors), true);
  EXPECT_TRUE(doors.nodes["n1"].drains);
  EXPECT_EQ(doors.nodes["n1"].reason, kLeaves);
  EXPECT_EQ(doors.nodes["n2"].reason, "disk");
  EXPECT_FALSE(doors.nodes["n3"].drains);
  doors.nodes["n1"] = {};  // somebody wants it back
  EXPECT_EQ(close_guarded(closed, plan, doors), true);
  EXPECT_TRUE(doors.nodes["n1"].drains) << "it is still to go";
  ASSERT_TRUE(open_unguarded(closed, plan, doors).has_value());
  EXPECT_TRUE(doors.nodes["n1"].drains);
  ASSERT_TRUE(open_unguarded(closed, Plan(), doors).has_value());
  EXPECT_FALSE(doors.nodes["n1"].drains);
  EXPECT_TRUE(doors.nodes["n2"].drains);
  EXPECT_TRUE(closed.empty());
}

TEST(SlurmClosing, ADrainThatSomebodyElseGaveAReasonIsNotUndone) {
  FakeDoors doors;
  doors.nodes = {{"n1", {.drains = true, .reason = "disk"}}};
  Closed closed{.nodes = {"n1", "gone"}};
  ASSERT_TRUE(open_unguarded(closed, Plan(), doors).has_value());
  EXPECT_TRUE(doors.nodes["n1"].drains);
  EXPECT_TRUE(closed.empty());
}

TEST(SlurmClosing, NodesAreReadAsSinfoPrintsThem) {
  const auto nodes = read_nodes_at_door(
      "n1|drained*|SlurmCluster: this node leaves slurm.conf\nn1|drained*|x\nn2|idle|none\n"
      "n3|draining|why | not\n");
  ASSERT_EQ(nodes.size(), 3U);
  EXPECT_TRUE(nodes.at("n1").drains);
  EXPECT_EQ(nodes.at("n1").reason, kLeaves);
  EXPECT_FALSE(nodes.at("n2").drains);
  EXPECT_TRUE(nodes.at("n3").drains);
  EXPECT_EQ(nodes.at("n3").reason, "why | not");
}

TEST(SlurmClosing, StatesAreReadAsScontrolPrintsThem) {
  EXPECT_EQ(read_partition_states(
                "PartitionName=all AllowGroups=ALL AllowAccounts=ALL AllowQos=ALL Default=NO "
                "Nodes=n[1-2] PriorityJobFactor=1 OverTimeLimit=NONE PreemptMode=OFF State=UP "
                "TotalCPUs=2 TotalNodes=2\nPartitionName=night State=DRAIN TotalCPUs=0\n"
                "No partitions in the system\n"),
            (States{{"all", "UP"}, {"night", "DRAIN"}}));
}

}  // namespace
}  // namespace sluice::slurmconf
