// SPDX-License-Identifier: Apache-2.0
#include "kubelet/flags.h"

#include <gtest/gtest.h>

namespace sluice::kubelet {
namespace {

using Words = std::vector<std::string>;

json::Value pod_with(std::string_view annotation, std::string_view text) {
  json::Value pod;
  pod["metadata"]["annotations"][annotation] = text;
  return pod;
}

TEST(SplitWords, SplitsAsAShellWithoutExpanding) {
  EXPECT_EQ(*split_words("  --a=1  -p x\t"), (Words{"--a=1", "-p", "x"}));
  EXPECT_EQ(*split_words("'a b' \"c \\\" d\"e f\\ g"), (Words{"a b", "c \" de", "f g"}));
  EXPECT_EQ(*split_words("$HOME `id` *"), (Words{"$HOME", "`id`", "*"}));
  EXPECT_EQ(*split_words("''"), (Words{""}));
  EXPECT_EQ(*split_words(""), Words{});
}

TEST(SplitWords, AnOpenQuoteIsAnError) {
  EXPECT_FALSE(split_words("--x='a b").has_value());
  EXPECT_FALSE(split_words("\"").has_value());
}

TEST(SlurmFlags, AllAliasesAreRead) {
  for (const char* name : {"sluice.dev/flags", "slurm.hpk.io/flags", "slurm-job.hpk.io/flags"}) {
    EXPECT_EQ(*slurm_flags(pod_with(name, "-p debug --qos=high")),
              (Words{"-p", "debug", "--qos=high"}));
  }
  EXPECT_TRUE(slurm_flags(json::Object{})->empty());
}

TEST(SlurmFlags, WhatWouldBreakOnePodOneJobIsRefusedByName) {
  for (const char* flag : {"--array=1-3", "-a1-3", "--comment=x", "--wrap", "--wait", "-W"}) {
    const auto flags = slurm_flags(pod_with("slurm.hpk.io/flags", flag));
    ASSERT_FALSE(flags.has_value()) << flag;
    EXPECT_EQ(flags.error().code, Code::kInvalid);
    EXPECT_NE(flags.error().message.find("annotation slurm.hpk.io/flags"), std::string::npos);
    EXPECT_NE(flags.error().message.find(flag), std::string::npos);
  }
  EXPECT_TRUE(slurm_flags(pod_with("slurm.hpk.io/flags", "--wait-all-nodes=1")).has_value());
}

}  // namespace
}  // namespace sluice::kubelet
