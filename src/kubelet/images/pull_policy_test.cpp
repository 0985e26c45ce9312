// SPDX-License-Identifier: Apache-2.0
#include "kubelet/images/pull_policy.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::kubelet {
namespace {

TEST(PullPolicyTest, EveryImageIsWantedOnceAndTheStrictestWins) {
  const auto wishes = image_wishes(*json::parse(
      R"({"spec":{"initContainers":[{"name":"i","image":"a","imagePullPolicy":"IfNotPresent"}],
          "containers":[{"name":"c","image":"a","imagePullPolicy":"Always"},
                        {"name":"d","image":"b:1","imagePullPolicy":"Never"}],
          "volumes":[{"name":"v","image":{"reference":"files:1","pullPolicy":"IfNotPresent"}},
                     {"name":"w","emptyDir":{}}]}})"));
  ASSERT_EQ(wishes.size(), 3u);
  EXPECT_EQ(wishes[0].reference, "a");
  EXPECT_EQ(wishes[0].container, "i");
  EXPECT_EQ(wishes[0].policy, "Always");
  EXPECT_EQ(wishes[1].policy, "Never");
  EXPECT_EQ(wishes[2].reference, "files:1");
  EXPECT_EQ(wishes[2].container, "");
}

}  // namespace
}  // namespace sluice::kubelet
