// SPDX-License-Identifier: Apache-2.0
#include "lab/state.h"

#include <gtest/gtest.h>

namespace sluice::lab {
namespace {

TEST(LabState, SurvivesTheTripThroughItsFile) {
  State state{.options = {.nodes = 7, .dynamic = true, .slurm_root = "/opt/slurm here"},
              .cluster = "lab_1",
              .ready = true};
  state.ports["slurmctld"] = 12345;
  state.daemons["slurmd-n1"] = {42, 99};
  const auto read = parse_state(to_text(state));
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(read->options, state.options);
  EXPECT_EQ(read->cluster, "lab_1");
  EXPECT_TRUE(read->ready);
  EXPECT_EQ(read->port("slurmctld"), 12345);
  EXPECT_EQ(read->port("sshd"), 0);
  EXPECT_EQ(read->daemons.at("slurmd-n1"), (ProcessId{42, 99}));
}

TEST(LabState, ForeignLinesAreRefused) {
  for (const char* line :
       {"nonsense", "nodes many", "port x", "daemon a 1", "daemon a b c", "x y"}) {
    EXPECT_FALSE(parse_state(line).has_value()) << line;
  }
}

TEST(LabState, ClusterNameDependsOnTheDirectoryOnly) {
  EXPECT_EQ(cluster_name({"/tmp/a"}), cluster_name({"/tmp/a"}));
  EXPECT_NE(cluster_name({"/tmp/a"}), cluster_name({"/tmp/b"}));
}

}  // namespace
}  // namespace sluice::lab
