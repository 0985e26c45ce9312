// SPDX-License-Identifier: Apache-2.0
#include "pod/ending.h"

#include <gtest/gtest.h>

namespace sluice::pod {
namespace {

using std::chrono::seconds;
using Step = Ending::Step;

const SteadyTime kStart{};

TEST(Ending, TheSignalComesFirstAndForceAfterTheGracePeriod) {
  Ending ending(kStart, seconds(30), /*has_hook=*/false);
  EXPECT_EQ(ending.step(kStart), Step::kSignal);
  EXPECT_EQ(ending.step(kStart), Step::kWait);
  EXPECT_EQ(ending.next(), kStart + seconds(30));
  EXPECT_EQ(ending.step(kStart + seconds(29)), Step::kWait);
  EXPECT_EQ(ending.step(kStart + seconds(30)), Step::kKill);
  EXPECT_EQ(ending.step(kStart + seconds(30)), Step::kWait);
  EXPECT_EQ(ending.step(kStart + seconds(40)), Step::kKill) << "the kernel may have been busy";
}

TEST(Ending, TheHookCountsAgainstTheGracePeriod) {
  Ending ending(kStart, seconds(30), /*has_hook=*/true);
  EXPECT_EQ(ending.step(kStart + seconds(9)), Step::kWait);
  ending.hook_done();
  EXPECT_EQ(ending.step(kStart + seconds(10)), Step::kSignal);
  EXPECT_EQ(ending.next(), kStart + seconds(30));
}

TEST(Ending, AHookThatTakesAllOfItLeavesTwoSeconds) {
  Ending ending(kStart, seconds(30), /*has_hook=*/true);
  EXPECT_EQ(ending.next(), kStart + seconds(30));
  EXPECT_EQ(ending.step(kStart + seconds(30)), Step::kSignal);
  EXPECT_EQ(ending.next(), kStart + seconds(32));
}

TEST(Ending, WithoutItsTurnItWaitsForTheEndOfTheGracePeriod) {
  Ending ending(kStart, seconds(30), /*has_hook=*/false);
  ending.set_turn(false);
  EXPECT_EQ(ending.step(kStart + seconds(5)), Step::kWait);
  ending.set_turn(true);
  EXPECT_EQ(ending.step(kStart + seconds(6)), Step::kSignal);
  Ending late(kStart, seconds(30), /*has_hook=*/false);
  late.set_turn(false);
  EXPECT_EQ(late.step(kStart + seconds(30)), Step::kSignal);
}

TEST(Ending, NoGraceIsForceAtOnce) {
  Ending ending(kStart, seconds(0), /*has_hook=*/false);
  EXPECT_EQ(ending.step(kStart), Step::kSignal);
  EXPECT_EQ(ending.step(kStart), Step::kKill);
}

TEST(Ending, WhoDidNotHearIsLookedAtAgainEverMoreRarelyUntilForce) {
  Ending ending(kStart, seconds(30), /*has_hook=*/false);
  EXPECT_EQ(ending.step(kStart), Step::kSignal);
  SteadyTime now = kStart;
  Duration wait = Ending::kLookFirst;
  for (int i = 0; i < 10; ++i) {
    ending.not_heard(now);
    EXPECT_EQ(ending.step(now), Step::kWait);
    EXPECT_EQ(ending.next(), now + wait);
    now += wait;
    EXPECT_EQ(ending.step(now), Step::kLookAgain);
    EXPECT_EQ(ending.step(now), Step::kWait);
    wait = std::min(2 * wait, Ending::kLookLast);
  }
  EXPECT_EQ(ending.next(), kStart + seconds(30));
  ending.not_heard(now);
  EXPECT_EQ(ending.step(kStart + seconds(30)), Step::kKill);
  EXPECT_EQ(ending.step(kStart + seconds(31)), Step::kWait);
}

TEST(Ending, CanBeHastenedButNotProlonged) {
  Ending ending(kStart, seconds(30), /*has_hook=*/false);
  EXPECT_EQ(ending.step(kStart), Step::kSignal);
  ending.hasten(kStart, seconds(60));
  EXPECT_EQ(ending.next(), kStart + seconds(30));
  ending.hasten(kStart, seconds(3));
  EXPECT_EQ(ending.next(), kStart + seconds(3));
  ending.hasten(kStart, seconds(0));
  EXPECT_EQ(ending.step(kStart), Step::kKill);
}

}  // namespace
}  // namespace sluice::pod
