// SPDX-License-Identifier: Apache-2.0
#include "cmd/executors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::cmd {
namespace {

using kubelet::Executor;

TEST(Executors, AreNamed) {
  EXPECT_THAT(*parse_executors("slurm"), testing::ElementsAre(Executor::kSlurm));
  EXPECT_THAT(*parse_executors("local"), testing::ElementsAre(Executor::kLocal));
  EXPECT_THAT(*parse_executors("both"), testing::ElementsAre(Executor::kSlurm, Executor::kLocal));
  const auto unknown = parse_executors("k8s");
  ASSERT_FALSE(unknown.has_value());
  EXPECT_EQ(unknown.error().message, "executor: expected slurm, local or both, got \"k8s\"");
}

TEST(Executors, TheLocalNodeIsReservedBesideASlurmOneOnly) {
  const Home home("/home");
  UpOptions options{.runner_listen = "0.0.0.0", .node_name = "mine"};
  const auto alone = kubelet_options(Executor::kLocal, true, options, home);
  ASSERT_TRUE(alone.has_value()) << alone.error().message;
  EXPECT_EQ(alone->node_name, "mine");
  EXPECT_FALSE(alone->reserved);
  EXPECT_EQ(alone->home, "/home/local");
  EXPECT_EQ(alone->report_host, "127.0.0.1");
  EXPECT_EQ(alone->srun, "");
  const auto beside = kubelet_options(Executor::kLocal, false, options, home);
  EXPECT_EQ(beside->node_name, "local");
  EXPECT_TRUE(beside->reserved);
  const auto slurm = kubelet_options(Executor::kSlurm, false, options, home);
  EXPECT_EQ(slurm->node_name, "mine");
  EXPECT_EQ(slurm->home, "/home");
  EXPECT_FALSE(slurm->reserved);
  options.node_name.clear();
  EXPECT_EQ(kubelet_options(Executor::kSlurm, true, options, home)->node_name, "slurm");
}

}  // namespace
}  // namespace sluice::cmd
