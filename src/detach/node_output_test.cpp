// SPDX-License-Identifier: Apache-2.0
#include "detach/node_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::detach {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(NodeOutput, AReasonIsTextWhateverItsBytes) {
  const auto nodes = parse_nodes("NodeName=n1 State=IDLE+DRAIN Reason=gr\xFCn [root@1900000000]\n");
  ASSERT_EQ(nodes.size(), 1U);
  EXPECT_EQ(nodes[0].reason, "gr\xEF\xBF\xBDn");
}

TEST(NodeOutput, NodesHaveStateAndReason) {
  const auto nodes = parse_nodes(
      "NodeName=n1 Arch=x86_64 OS=Linux 6.18 #1 SMP  State=MIXED+DRAIN+DYNAMIC_NORM Weight=1 "
      "ExtSensorsTemp=n/s Reason=sluice: leaves [at last] [root@1794850712]\n"
      "NodeName=n2 Arch=x86_64 State=DOWN*+DYNAMIC_NORM Weight=1\nnonsense\n");
  ASSERT_EQ(nodes.size(), 2U);
  EXPECT_EQ(nodes[0].name, "n1");
  EXPECT_EQ(nodes[0].reason, "sluice: leaves [at last]");
  EXPECT_TRUE(nodes[0].is_drained_by_us());
  EXPECT_TRUE(nodes[0].is("MIXED"));
  EXPECT_TRUE(nodes[0].is_in_use());
  EXPECT_FALSE(nodes[0].is("DOWN"));
  EXPECT_TRUE(nodes[1].is("DOWN"));
  EXPECT_TRUE(nodes[1].is("NOT_RESPONDING"));
  EXPECT_FALSE(nodes[1].is_in_use());
  EXPECT_FALSE(nodes[1].is("DRAIN"));
}

TEST(NodeOutput, WhateverIsNotKnownToWaitHoldsItsNode) {
  const auto jobs = parse_queue(
      "7|RUNNING|1900000000|n[1-2]|\n8|PENDING|N/A||n1,n3\n9|SIGNALING|NONE|n1|n1\nx|y\n");
  ASSERT_EQ(jobs.size(), 3U);
  EXPECT_FALSE(jobs[0].waits());
  EXPECT_EQ(jobs[0].end, WallTime(std::chrono::seconds(1'900'000'000)));
  EXPECT_TRUE(jobs[1].waits());
  EXPECT_EQ(jobs[1].wants, "n1,n3");
  EXPECT_FALSE(jobs[2].waits());
  EXPECT_FALSE(jobs[2].end.has_value());
}

TEST(NodeOutput, ReservationsAreThoseOfTheNode) {
  const char* const shown =
      "ReservationName=a StartTime=1 Nodes=n[1-3] NodeCnt=3\n"
      "ReservationName=b StartTime=1 Nodes=n2 NodeCnt=1\n";
  EXPECT_THAT(reservations_of(shown, "n3"), ElementsAre("a"));
  EXPECT_THAT(reservations_of(shown, "n2"), ElementsAre("a", "b"));
  EXPECT_THAT(reservations_of("No reservations in the system\n", "n1"), IsEmpty());
}

TEST(NodeOutput, ControllersAreInTheirOrder) {
  const auto controllers = parse_ping(
      "Slurmctld(primary) at head-0 is DOWN\nSlurmctld(backup) at head-1 is UP\n****\n** RESTORE");
  ASSERT_EQ(controllers.size(), 2U);
  EXPECT_EQ(controllers[0].host, "head-0");
  EXPECT_FALSE(controllers[0].up);
  EXPECT_TRUE(controllers[1].up);
}

TEST(NodeOutput, AListIsNoNameOfANode) {
  EXPECT_TRUE(is_node_name("w-1.example"));
  for (const char* const name : {"", "w-[1-3]", "w-1,w-2", "all", "ALL", "a b", "-w", "a/b"}) {
    EXPECT_FALSE(is_node_name(name)) << name;
  }
}

}  // namespace
}  // namespace sluice::detach
