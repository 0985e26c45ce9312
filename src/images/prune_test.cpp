// SPDX-License-Identifier: Apache-2.0
#include "images/prune.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::images {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using testing::ElementsAre;

const WallTime kNow = WallTime() + hours(1000);

std::vector<PruneCandidate> images() {
  return {{"old", 10, kNow - hours(48)},
          {"new", 20, kNow - hours(1)},
          {"older", 30, kNow - hours(72)},
          {"fresh", 40, kNow - minutes(1)}};
}

TEST(Prune, RemovesWhatWasNotUsedForLong) {
  EXPECT_THAT(plan_prune(images(), {.unused_for = hours(24)}, kNow), ElementsAre("older", "old"));
}

TEST(Prune, RemovesTheLongestUnusedUntilTheRestFits) {
  EXPECT_THAT(plan_prune(images(), {.max_bytes = 100}, kNow), ElementsAre());
  EXPECT_THAT(plan_prune(images(), {.max_bytes = 99}, kNow), ElementsAre("older"));
  EXPECT_THAT(plan_prune(images(), {.max_bytes = 65}, kNow), ElementsAre("older", "old"));
}

TEST(Prune, WhatIsOrWasJustInUseStays) {
  EXPECT_THAT(plan_prune(images(), {.max_bytes = 0, .in_use = {"old"}}, kNow),
              ElementsAre("older", "new"));
  EXPECT_THAT(plan_prune(images(), {.max_bytes = 0, .grace = {}}, kNow),
              ElementsAre("older", "old", "new", "fresh"));
}

TEST(Prune, WithoutAPolicyNothingGoes) {
  EXPECT_THAT(plan_prune(images(), {}, kNow), ElementsAre());
}

}  // namespace
}  // namespace sluice::images
