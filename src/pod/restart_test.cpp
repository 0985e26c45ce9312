// SPDX-License-Identifier: Apache-2.0
#include "pod/restart.h"

#include <gtest/gtest.h>

namespace sluice::pod {
namespace {

using std::chrono::seconds;

TEST(RestartRule, PoliciesDecideWhetherThereIsAnotherRun) {
  const RestartRule rule;
  EXPECT_FALSE(rule.delay("Never", 1, 0).has_value());
  EXPECT_FALSE(rule.delay("OnFailure", 0, 0).has_value());
  EXPECT_TRUE(rule.delay("OnFailure", 1, 0).has_value());
  EXPECT_TRUE(rule.delay("Always", 0, 0).has_value());
}

TEST(RestartRule, DelaysDoubleUpToTheLongest) {
  const RestartRule rule;
  EXPECT_EQ(*rule.delay("Always", 1, 0), seconds(0));
  EXPECT_EQ(*rule.delay("Always", 1, 1), seconds(10));
  EXPECT_EQ(*rule.delay("Always", 1, 2), seconds(20));
  EXPECT_EQ(*rule.delay("Always", 1, 5), seconds(160));
  EXPECT_EQ(*rule.delay("Always", 1, 6), seconds(300));
  EXPECT_EQ(*rule.delay("Always", 1, 1000), seconds(300));
}

TEST(InitPolicy, SuccessIsNeverRepeated) {
  EXPECT_EQ(init_policy("Always"), "OnFailure");
  EXPECT_EQ(init_policy("OnFailure"), "OnFailure");
  EXPECT_EQ(init_policy("Never"), "Never");
}

}  // namespace
}  // namespace sluice::pod
