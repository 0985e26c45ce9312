// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/closing.h"

#include <gtest/gtest.h>

namespace sluice::slurmconf {
namespace {

class FakePartitions final : public Partitions {
 public:
  std::map<std::string, std::string> states;

  Result<std::map<std::string, std::string>> partition_states() override { return states; }
  Result<void> set_partition_state(const std::string& name, const std::string& state) override {
    states[name] = state;
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
  FakePartitions partitions;
  partitions.states = {{"all", "UP"}, {"night", "UP"}, {"held", "DOWN"}, {"old", "DRAIN"}};
  const Plan plan = guarding({{Guard::Kind::kPartition, "night"},
                              {Guard::Kind::kPartition, "held"},
                              {Guard::Kind::kPartition, "old"}});
  const States before = partitions.states;
  Closed closed;
  EXPECT_EQ(close_guarded(closed, plan, partitions), false);
  EXPECT_EQ(closed, (Closed{{"night", "UP"}, {"held", "DOWN"}}));
  EXPECT_EQ(partitions.states, before) << "who crashes now knows what there was";
  EXPECT_EQ(close_guarded(closed, plan, partitions), true);
  const States shut{{"all", "UP"}, {"night", "DRAIN"}, {"held", "INACTIVE"}, {"old", "DRAIN"}};
  EXPECT_EQ(partitions.states, shut);
  partitions.states["night"] = "UP";  // slurmctld was restarted
  EXPECT_EQ(close_guarded(closed, plan, partitions), true);
  EXPECT_EQ(partitions.states, shut);
  ASSERT_TRUE(open_unguarded(closed, plan, partitions).has_value());
  EXPECT_EQ(partitions.states, shut) << "they are still to go";
  ASSERT_TRUE(open_unguarded(closed, Plan(), partitions).has_value());
  EXPECT_EQ(partitions.states, before);
  EXPECT_TRUE(closed.empty());
}

TEST(SlurmClosing, WhereMachinesGoNothingStarts) {
  FakePartitions partitions;
  partitions.states = {{"all", "UP"}, {"night", "UP"}, {"old", "DRAIN"}};
  const Plan plan =
      guarding({{Guard::Kind::kMachines, "compute"}, {Guard::Kind::kPartition, "night"}});
  Closed closed;
  EXPECT_EQ(close_guarded(closed, plan, partitions), false);
  EXPECT_EQ(close_guarded(closed, plan, partitions), true);
  EXPECT_EQ(partitions.states,
            (States{{"all", "DOWN"}, {"night", "INACTIVE"}, {"old", "INACTIVE"}}));
}

TEST(SlurmClosing, WhatIsGoneOrOpenAgainIsLeftAlone) {
  FakePartitions partitions;
  partitions.states = {{"held", "UP"}};
  Closed closed{{"night", "UP"}, {"held", "DOWN"}};
  ASSERT_TRUE(open_unguarded(closed, Plan(), partitions).has_value());
  EXPECT_EQ(partitions.states, (States{{"held", "UP"}}));
  EXPECT_TRUE(closed.empty());
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
