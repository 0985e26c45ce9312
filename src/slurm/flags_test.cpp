// SPDX-License-Identifier: Apache-2.0
#include "slurm/flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::slurm {
namespace {

using testing::ElementsAre;

TEST(Flags, AreSplitAsAShellWould) {
  EXPECT_THAT(*flag_words({"-n 4  --constraint='a b'", "--gres=gpu:2", "-p \"x\""}),
              ElementsAre("-n", "4", "--constraint=a b", "--gres=gpu:2", "-p", "x"));
  EXPECT_TRUE(flag_words({})->empty());
}

TEST(Flags, FlagsWithoutAValueTakeNone) {
  EXPECT_THAT(*flag_words({"--exclusive -H --time 5"}),
              ElementsAre("--exclusive", "-H", "--time", "5"));
  EXPECT_THAT(*flag_words({"--exclusive=user", "-Hn4"}), ElementsAre("--exclusive=user", "-Hn4"));
}

TEST(Flags, WhatWouldTakeTheJobOutOfOurHandsIsRefused) {
  for (const char* flag :
       {"--array=1-5", "--arr=1-5", "-a 1-5", "-Ha1", "--wrap=true", "--wait", "-W", "--comment=x",
        "--export=ALL", "--uid=0", "-M other", "--output=/x", "-o /x", "--help", "--test-only",
        "--requeue", "--chdir=/", "--"}) {
    const auto words = flag_words({flag});
    ASSERT_FALSE(words.has_value()) << flag;
    EXPECT_EQ(words.error().code, Code::kInvalid);
  }
}

TEST(Flags, AStrayWordWouldBeTakenForTheScript) {
  for (const char* flags : {"script.sh", "--exclusive script.sh", "-n 4 script.sh", "-n4 x", "-"}) {
    EXPECT_FALSE(flag_words({flags}).has_value()) << flags;
  }
}

TEST(Flags, TheLastValueOfAFlagIsFoundHoweverItIsWritten) {
  const auto value = [](const char* flags) {
    return flag_value(*flag_words({flags}), "partition", 'p');
  };
  EXPECT_EQ(value("-p gpu"), "gpu");
  EXPECT_EQ(value("-pgpu"), "gpu");
  EXPECT_EQ(value("-Hp gpu -n 4"), "gpu");
  EXPECT_EQ(value("--partition=a --part b"), "b");
  EXPECT_EQ(value("--partition=a,b"), "a,b");
  EXPECT_EQ(value("-n 4 --exclusive"), std::nullopt);
  EXPECT_EQ(value("--constraint -pgpu"), std::nullopt);
}

TEST(Flags, UnfinishedFlagsAreRefused) {
  EXPECT_EQ(flag_words({"--constraint='a"}).error().code, Code::kInvalid);
  EXPECT_EQ(flag_words({"-n"}).error().message, "Slurm flag \"-n\" needs a value");
}

}  // namespace
}  // namespace sluice::slurm
