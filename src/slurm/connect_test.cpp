// SPDX-License-Identifier: Apache-2.0
#include "slurm/connect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "slurm/test_lab.h"

namespace sluice::slurm {
namespace {

using testing::HasSubstr;

class ConnectTest : public testing::Test {
 protected:
  void make_commands(const std::string& scontrol_script) {
    for (const char* name : {"sbatch", "squeue", "scancel", "sinfo", "scontrol"}) {
      const std::string script =
          "#!/bin/sh\n" + (std::string(name) == "scontrol" ? scontrol_script : "exit 1") + "\n";
      ASSERT_TRUE(write_file_replacing(scratch.path() / name, script, 0755).has_value());
    }
    ASSERT_TRUE(write_file_replacing(scratch.path() / "slurm.conf", "x").has_value());
  }
  ConnectOptions options() {
    return {.slurm_conf = (scratch.path() / "slurm.conf").string(),
            .bin_dir = scratch.path().string(),
            .module_path = "/nonexistent/module.so"};
  }
  TemporaryDirectory scratch{"connect"};
  ProcessRunner runner;
};

TEST_F(ConnectTest, WithoutSlurmItSaysWhatWasLookedForAndWhatToDo) {
  const auto slurm = connect(options(), runner);
  ASSERT_FALSE(slurm.has_value());
  EXPECT_EQ(slurm.error().code, Code::kNotFound);
  EXPECT_THAT(slurm.error().message, HasSubstr("no Slurm found: sbatch, squeue"));
  EXPECT_THAT(slurm.error().message, HasSubstr("sluice lab up"));
}

TEST_F(ConnectTest, AMissingConfigurationIsNamed) {
  make_commands("exit 1");
  ConnectOptions wanted = options();
  wanted.slurm_conf = "/nonexistent/slurm.conf";
  EXPECT_THAT(connect(wanted, runner).error().message, HasSubstr("/nonexistent/slurm.conf"));
}

TEST_F(ConnectTest, AConfigurationSlurmRefusesIsNotLoadedIntoThisProcess) {
  make_commands("echo 'scontrol: fatal: Unable to process configuration file' >&2; exit 1");
  EXPECT_THAT(connect(options(), runner).error().message,
              HasSubstr("Unable to process configuration file"));
}

TEST_F(ConnectTest, WithoutTheModuleTheCommandsAreUsedAlsoWhileSlurmctldIsDown) {
  make_commands("echo 'Slurmctld(primary) at vm is DOWN'");
  const auto slurm = connect(options(), runner);
  ASSERT_TRUE(slurm.has_value()) << slurm.error().message;
  EXPECT_EQ((*slurm)->adapter(), "cli");
  ConnectOptions native = options();
  native.preference = Preference::kNative;
  EXPECT_FALSE(connect(native, runner).has_value());
}

TEST_F(ConnectTest, NativeIsPreferredWhereItLoads) {
  TestLab* lab = TestLab::instance();
  if (lab == nullptr || lab->is_of_tree() || !std::filesystem::exists(TestLab::module_path())) {
    GTEST_SKIP() << "slurmctld is not installed, of another release, or the native adapter is not "
                    "built";
  }
  const auto slurm =
      connect({.slurm_conf = lab->slurm_conf(), .module_path = TestLab::module_path()}, runner);
  ASSERT_TRUE(slurm.has_value()) << slurm.error().message;
  EXPECT_EQ((*slurm)->adapter(), "native");
}

TEST_F(ConnectTest, LibslurmOfAnotherReleaseThanTheCommandsIsNotUsed) {
  if (!std::filesystem::exists(TestLab::module_path())) {
    GTEST_SKIP() << "the native adapter is not built";
  }
  make_commands(
      "case $1 in --version) echo slurm 99.11.1;; *) echo 'Slurmctld(primary) at vm is UP';; esac");
  ConnectOptions wanted = options();
  wanted.module_path = TestLab::module_path();
  const auto slurm = connect(wanted, runner);
  ASSERT_TRUE(slurm.has_value()) << slurm.error().message;
  EXPECT_EQ((*slurm)->adapter(), "cli");
  wanted.preference = Preference::kNative;
  EXPECT_THAT(connect(wanted, runner).error().message, HasSubstr("slurm 99.11.1"));
}

TEST(Way, OnlyKnownWordsAreAccepted) {
  ConnectOptions chosen;
  EXPECT_TRUE(set_way(chosen, "cli"));
  EXPECT_EQ(chosen.preference, Preference::kCli);
  EXPECT_TRUE(set_way(chosen, "native"));
  EXPECT_EQ(chosen.preference, Preference::kNative);
  EXPECT_TRUE(set_way(chosen, "auto"));
  EXPECT_EQ(chosen.preference, Preference::kAuto);
  EXPECT_TRUE(set_way(chosen, "rest=http://login:6820"));
  EXPECT_EQ(chosen.preference, Preference::kRest);
  EXPECT_EQ(chosen.rest.url, "http://login:6820");
  EXPECT_EQ(set_way(chosen, "rest").error().code, Code::kInvalid);
}

TEST_F(ConnectTest, SlurmrestdNeedsNothingOfSlurmHereAndNeedNotBeThereYet) {
  ConnectOptions wanted{.slurm_conf = "/nonexistent/slurm.conf", .bin_dir = "/nonexistent"};
  ASSERT_TRUE(set_way(wanted, "rest=http://127.0.0.1:1"));
  const auto slurm = connect(wanted, runner);
  ASSERT_TRUE(slurm.has_value()) << slurm.error().message;
  EXPECT_EQ((*slurm)->adapter(), "rest");
}

}  // namespace
}  // namespace sluice::slurm
