// SPDX-License-Identifier: Apache-2.0
#include "lab/daemons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::lab {
namespace {

TEST(LabDaemons, StartInAnOrderInWhichEachFindsItsServers) {
  EXPECT_THAT(daemon_names({.nodes = 2, .accounting = true, .rest = true, .ssh = true}),
              testing::ElementsAre("munged", "mariadbd", "slurmdbd", "slurmctld", "slurmd-n1",
                                   "slurmd-n2", "slurmrestd", "sshd"));
}

TEST(LabDaemons, DynamicNodesShareSlurmdsPort) {
  State state;
  state.ports = {{"slurmctld", 1}, {"slurmd", 2}};
  EXPECT_EQ(daemon_port(state, "slurmd-n1"), 2);
  EXPECT_EQ(daemon_port(state, "slurmctld"), 1);
  EXPECT_EQ(daemon_port(state, "munged"), 0);
}

TEST(LabDaemons, DynamicNodesOfOldSlurmHaveAnAddressEach) {
  Setting setting{.state = {.options = {.dynamic = true}}};
  EXPECT_EQ(daemon_address(setting, "slurmd-n1"), "127.0.1.3");
  EXPECT_EQ(daemon_address(setting, "slurmd-n300"), "127.0.2.52");
  EXPECT_EQ(daemon_address(setting, "slurmctld"), "127.0.0.1");
}

TEST(LabDaemons, UnknownDaemonIsNotFound) {
  EXPECT_EQ(daemon_command({}, "httpd").error().code, Code::kNotFound);
}

}  // namespace
}  // namespace sluice::lab
