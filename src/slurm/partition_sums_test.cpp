// SPDX-License-Identifier: Apache-2.0
#include "slurm/partition_sums.h"

#include <gtest/gtest.h>

namespace sluice::slurm {
namespace {

TEST(PartitionSums, EachPartitionCountsItsOwnNodes) {
  std::vector<Partition> partitions{{.name = "a"}, {.name = "b"}, {.name = "empty"}};
  add_node_sums(partitions, {{.name = "n1", .partitions = {"a", "b"}, .cpus = 4, .memory_mib = 10},
                             {.name = "n2", .partitions = {"a"}, .cpus = 8, .memory_mib = 5}});
  EXPECT_EQ(partitions[0].nodes, 2);
  EXPECT_EQ(partitions[0].cpus, 12);
  EXPECT_EQ(partitions[0].memory_mib, 15);
  EXPECT_EQ(partitions[0].max_cpus_per_node, 8);
  EXPECT_EQ(partitions[0].max_memory_mib_per_node, 10);
  EXPECT_EQ(partitions[1].nodes, 1);
  EXPECT_EQ(partitions[2].cpus, 0);
}

}  // namespace
}  // namespace sluice::slurm
