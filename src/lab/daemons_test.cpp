// SPDX-License-Identifier: Apache-2.0
#include "lab/daemons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"

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

// What slurmrestd of this version is started with, from a prefix that only answers with it.
DaemonCommand slurmrestd_of(const std::string& version) {
  const TemporaryDirectory root("prefix");
  for (const char* name : {"munged", "slurmctld", "slurmd", "srun", "sinfo", "slurmrestd"}) {
    EXPECT_TRUE(make_directory(root.path() / "sbin", 0755).has_value());
    EXPECT_TRUE(write_file_replacing(root.path() / "sbin" / name,
                                     "#!/bin/sh\necho slurm " + version + "\n", 0755)
                    .has_value());
  }
  const LabOptions options{.rest = true, .slurm_root = root.path().string()};
  auto installation = Installation::find(options, {"/opt/sluice", "/lab/bin"});
  EXPECT_TRUE(installation.has_value());
  return daemon_command({.state = {.options = options}, .installation = *installation},
                        "slurmrestd")
      .value();
}

TEST(LabDaemons, SlurmrestdThatRefusesSlurmUserRunsAsNobody) {
  using testing::Contains;
  using testing::Key;
  const DaemonCommand old_one = slurmrestd_of("24.11.5");
  EXPECT_THAT(old_one.argv.front(), testing::EndsWith("/sbin/slurmrestd"));
  EXPECT_THAT(old_one.environment, Contains(Key("SLURMRESTD_SECURITY")));
  const DaemonCommand new_one = slurmrestd_of("26.05.5");
  EXPECT_THAT(new_one.argv, Contains("--as-nobody"));
  EXPECT_THAT(new_one.environment, testing::Not(Contains(Key("SLURMRESTD_SECURITY"))));
}

}  // namespace
}  // namespace sluice::lab
