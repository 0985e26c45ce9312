// SPDX-License-Identifier: Apache-2.0
#include "clusters/controller_pods.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/fake_pod_commands.h"

namespace sluice::clusters {
namespace {

using testing::ElementsAre;

TEST(ControllerPods, RunProgramsBesideSlurmctldWithTheirEnvironment) {
  client::FakePodCommands pods([](const client::PodCommand& command) {
    EXPECT_EQ(command.pod.ns, "hpc");
    EXPECT_EQ(command.timeout, std::chrono::seconds(4));
    return client::CommandOutput{.exit_code = 1, .out = "out", .err = "err"};
  });
  ControllerPods runner(pods, {"hpc", "big"});
  const auto output = runner.run({.argv = {"scontrol", "ping"},
                                  .environment = {{"SLURM_TIME_FORMAT", "%s"}},
                                  .timeout = std::chrono::seconds(4)});
  ASSERT_TRUE(output.has_value());
  EXPECT_EQ(output->exit_code, 1);
  EXPECT_EQ(output->out, "out");
  EXPECT_EQ(output->err, "err");
  EXPECT_THAT(pods.log(), ElementsAre("big-controller-0/slurmctld: env SLURM_TIME_FORMAT=%s "
                                      "scontrol ping"));
}

TEST(ControllerPods, TheSecondIsAskedWhereTheFirstIsNotThere) {
  bool second_is_there = true;
  client::FakePodCommands pods(
      [&](const client::PodCommand& command) -> Result<client::CommandOutput> {
        if (command.pod.name == "big-controller-1" && second_is_there) {
          return client::CommandOutput{.exit_code = 0, .out = "it", .err = ""};
        }
        return fail(Code::kNotFound, "there is no " + command.pod.name);
      });
  ControllerPods runner(pods, {"hpc", "big"});
  const auto output = runner.run({.argv = {"true"}});
  ASSERT_TRUE(output.has_value());
  EXPECT_EQ(output->out, "it");
  second_is_there = false;
  const auto none = runner.run({.argv = {"true"}});
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().code, Code::kUnavailable);
  EXPECT_EQ(none.error().message, "pod big-controller-0: there is no big-controller-0");
}

}  // namespace
}  // namespace sluice::clusters
