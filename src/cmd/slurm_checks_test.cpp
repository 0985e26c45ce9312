// SPDX-License-Identifier: Apache-2.0
#include "cmd/slurm_checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::cmd {
namespace {

using ::testing::ElementsAre;

TEST(SlurmChecks, MpiFlavoursOfOldAndNewReleases) {
  EXPECT_THAT(parse_mpi_list("MPI plugin types are...\n\tnone\n\tcray_shasta\n\tpmi2\n"),
              ElementsAre("none", "cray_shasta", "pmi2"));
  EXPECT_THAT(parse_mpi_list("srun: MPI types are...\nsrun: none\nsrun: pmix\n"),
              ElementsAre("none", "pmix"));
  EXPECT_THAT(parse_mpi_list("MPI plugin types are...\n\tpmix\nspecific pmix plugin versions "
                             "available: pmix_v4\n"),
              ElementsAre("pmix"));
}

TEST(SlurmChecks, SettingsAndGres) {
  const auto settings = parse_settings(
      "Configuration data as of 2026\nAccountingStorageType   = accounting_storage/slurmdbd\n"
      "TaskPlugin              = task/affinity,task/cgroup\n\n");
  EXPECT_EQ(settings.at("AccountingStorageType"), "accounting_storage/slurmdbd");
  EXPECT_EQ(settings.at("TaskPlugin"), "task/affinity,task/cgroup");
  EXPECT_THAT(parse_gres("gpu:4(S:0)\n(null)\ngpu:4(S:0)\nfpga:1\n"),
              ElementsAre("gpu:4(S:0)", "fpga:1"));
  EXPECT_TRUE(parse_gres("").empty());
}

TEST(SlurmChecks, LimitsAreThoseThatTheSiteKeeps) {
  EXPECT_EQ(limits_finding({}).verdict, Verdict::kNote);
  EXPECT_EQ(limits_finding({{"TaskPlugin", "task/cgroup"}}).verdict, Verdict::kGood);
  std::map<std::string, std::string> settings{
      {"TaskPlugin", "task/cgroup"}, {"ConstrainCores", "yes"}, {"ConstrainRAMSpace", "no"}};
  EXPECT_EQ(limits_finding(settings),
            (Finding{Verdict::kNote, "limits",
                     "cgroup.conf does not keep pods to their memory (ConstrainRAMSpace=no)"}));
  settings["ConstrainRAMSpace"] = "yes";
  EXPECT_EQ(limits_finding(settings).verdict, Verdict::kGood);
}

}  // namespace
}  // namespace sluice::cmd
