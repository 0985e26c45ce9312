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
  for (const char* name : {"sluice.dev/flags", "slurm.hpk.io/flags", "slurm-job.hpk.io/flags"}) {
    EXPECT_THAT(*slurm_flags(pod_with(name, "-p debug --job-name='my job'")),
                ElementsAre("-p debug --job-name='my job'"));
  }
  EXPECT_TRUE(slurm_flags(json::Object{})->empty());
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
