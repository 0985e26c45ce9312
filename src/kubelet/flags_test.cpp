// SPDX-License-Identifier: Apache-2.0
#include "kubelet/flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::kubelet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

json::Value pod_with(std::string_view annotation, std::string_view text) {
  json::Value pod;
  pod["metadata"]["annotations"][annotation] = text;
  return pod;
}

TEST(SlurmFlags, AllAliasesAreReadAsTyped) {
  for (const char* name : {"sluice.dev/flags", "slurm.hpk.io/flags", "slurm-job.hpk.io/flags",
                           "slurm-job.vk.io/flags", "slurm-job.knoc.io/flags"}) {
    EXPECT_THAT(*slurm_flags(pod_with(name, "-p debug --job-name='my job'")),
                ElementsAre("-p debug --job-name='my job'"));
  }
  EXPECT_TRUE(slurm_flags(json::Object{})->empty());
}

TEST(SlurmFlags, SingleAnnotationsAreFlags) {
  EXPECT_THAT(*slurm_flags(pod_with("sluice.dev/account", "physics")),
              ElementsAre("--account='physics'"));
  EXPECT_THAT(*slurm_flags(pod_with("sluice.dev/constraint", "a&b")),
              ElementsAre("--constraint='a&b'"));
  EXPECT_THAT(*slurm_flags(pod_with("slurmjob.slinky.slurm.net/timelimit", "10:00")),
              ElementsAre("--time='10:00'"));
}

TEST(SlurmFlags, SwitchesStandAlone) {
  EXPECT_THAT(*slurm_flags(pod_with("sluice.dev/exclusive", "true")), ElementsAre("--exclusive"));
  EXPECT_THAT(*slurm_flags(pod_with("sluice.dev/exclusive", "user")),
              ElementsAre("--exclusive='user'"));
  EXPECT_TRUE(slurm_flags(pod_with("sluice.dev/contiguous", "false"))->empty());
  EXPECT_THAT(slurm_flags(pod_with("sluice.dev/contiguous", "perhaps")).error().message,
              HasSubstr("annotation sluice.dev/contiguous: expected true or false"));
}

TEST(SlurmFlags, SlurmBridgesRangeOfNodesIsOneFlag) {
  json::Value pod = pod_with("slurmjob.slinky.slurm.net/min-nodes", "2");
  EXPECT_THAT(*slurm_flags(pod), ElementsAre("--nodes='2'"));
  pod["metadata"]["annotations"]["slurmjob.slinky.slurm.net/max-nodes"] = "4";
  EXPECT_THAT(*slurm_flags(pod), ElementsAre("--nodes='2-4'"));
}

TEST(SlurmFlags, EveryAnnotationIsAFlagThatTheTableOfSbatchKnows) {
  for (const char* name : {"account",
                           "qos",
                           "constraint",
                           "time",
                           "nodes",
                           "ntasks",
                           "ntasks-per-node",
                           "reservation",
                           "licenses",
                           "gres",
                           "nice",
                           "priority",
                           "wckey",
                           "nodelist",
                           "exclude",
                           "begin",
                           "deadline",
                           "dependency",
                           "tmp",
                           "cpus-per-task",
                           "mem",
                           "mem-per-cpu",
                           "gpus",
                           "gpus-per-node",
                           "gpus-per-task",
                           "hint",
                           "switches",
                           "distribution",
                           "mail-type"}) {
    EXPECT_THAT(*slurm_flags(pod_with("sluice.dev/" + std::string(name), "1")),
                ElementsAre("--" + std::string(name) + "='1'"));
  }
}

TEST(SlurmFlags, AWholeLineComesLastAndWins) {
  json::Value pod = pod_with("sluice.dev/qos", "low");
  pod["metadata"]["annotations"]["sluice.dev/flags"] = "--qos=high";
  EXPECT_THAT(*slurm_flags(pod), ElementsAre("--qos='low'", "--qos=high"));
}

TEST(SlurmFlags, AValueCannotBringAFlagOfItsOwn) {
  EXPECT_THAT(*slurm_flags(pod_with("sluice.dev/account", "x --wrap=evil")),
              ElementsAre("--account='x --wrap=evil'"));
  const auto refused = slurm_flags(pod_with("sluice.dev/account", "x\ny"));
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message, HasSubstr("annotation sluice.dev/account"));
}

TEST(SlurmFlags, WhatWouldBreakOnePodOneJobIsRefusedByName) {
  for (const char* flag : {"--array=1-3", "-a1-3", "--comment=x", "--wrap=x", "--wait", "-W"}) {
    const auto flags = slurm_flags(pod_with("slurm.hpk.io/flags", flag));
    ASSERT_FALSE(flags.has_value()) << flag;
    EXPECT_EQ(flags.error().code, Code::kInvalid);
    EXPECT_THAT(flags.error().message, HasSubstr("annotation slurm.hpk.io/flags"));
    EXPECT_THAT(flags.error().message, HasSubstr(flag));
  }
  EXPECT_TRUE(slurm_flags(pod_with("slurm.hpk.io/flags", "--wait-all-nodes=1")).has_value());
}

}  // namespace
}  // namespace sluice::kubelet
