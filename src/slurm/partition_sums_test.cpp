// SPDX-License-Identifier: Apache-2.0
#include "slurm/partition_sums.h"

#include <gtest/gtest.h>

namespace sluice::slurm {
namespace {

TEST(PartitionSums, EachPartitionCountsItsOwnNodes) {
  std::vector<Partition> partitions{{.name = "a"}, {.name = "b"}, {.name = "empty"}};
  add_node_sums(partitions, {{.name = "n1",
                              .state = "IDLE",
                              .partitions = {"a", "b"},
                              .cpus = 4,
                              .memory_mib = 10,
                              .gres = {{"gpu", 2}}},
                             {.name = "n2",
                              .state = "DOWN+NOT_RESPONDING",
                              .partitions = {"a"},
                              .cpus = 8,
                              .memory_mib = 5,
                              .gres = {{"gpu", 1}}}});
  EXPECT_EQ(partitions[0].nodes, 2);
  EXPECT_EQ(partitions[0].all, (Amounts{12, 15, {{"gpu", 3}}}));
  EXPECT_EQ(partitions[0].usable, (Amounts{4, 10, {{"gpu", 2}}}));
  EXPECT_EQ(partitions[0].per_node, (Amounts{8, 10, {{"gpu", 2}}}));
  EXPECT_EQ(partitions[1].nodes, 1);
  EXPECT_EQ(partitions[2].all, Amounts{});
}

TEST(PartitionSums, OnlyWhatCanEverGetWorkIsUsable) {
  for (const char* state :
       {"IDLE", "MIXED", "ALLOCATED*", "IDLE+CLOUD+POWERED_DOWN", "IDLE+POWERING_DOWN", "IDLE~"}) {
    EXPECT_TRUE(is_usable({.state = state})) << state;
  }
  for (const char* state : {"DOWN", "DOWN*", "IDLE+DRAIN", "MIXED+DRAIN", "DOWN+DRAIN", "FAIL",
                            "IDLE+MAINT", "FUTURE"}) {
    EXPECT_FALSE(is_usable({.state = state})) << state;
  }
}

}  // namespace
}  // namespace sluice::slurm
