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

TEST(Executors, NumbersThatMeanNothingAreNamed) {
  const Home home("/home");
  const auto pids = kubelet_options(Executor::kLocal, true, {.pod_pids_limit = -1}, home);
  ASSERT_FALSE(pids.has_value());
  EXPECT_EQ(pids.error().message, "pod-pids-limit: expected a number of processes, 0 or more");
  EXPECT_EQ(kubelet_options(Executor::kLocal, true, {.pod_pids_limit = 9}, home)->max_processes, 9);
}

}  // namespace
}  // namespace sluice::cmd
