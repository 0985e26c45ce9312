// SPDX-License-Identifier: Apache-2.0
#include "registry/follow_up.h"

#include <gtest/gtest.h>

namespace sluice::registry {
namespace {

TEST(FollowUp, WhoComesWhileItRunsMakesItRunAgain) {
  FollowUp work;
  int runs = 0;
  work.run([&] {
    if (++runs < 3) {
      work.run([] { FAIL() << "there is one at a time"; });
    }
  });
  EXPECT_EQ(runs, 3);
  work.run([&] { ++runs; });
  EXPECT_EQ(runs, 4);
}

TEST(RetryTime, IsTakenOnceWhenItHasCome) {
  RetryTime retry;
  const SteadyTime now{std::chrono::hours(1)};
  EXPECT_FALSE(retry.take(now));
  retry.set(now + std::chrono::seconds(5));
  EXPECT_FALSE(retry.take(now));
  EXPECT_TRUE(retry.is_set());
  EXPECT_TRUE(retry.take(now + std::chrono::seconds(5)));
  EXPECT_FALSE(retry.is_set());
  EXPECT_FALSE(retry.take(now + std::chrono::seconds(6)));
}

}  // namespace
}  // namespace sluice::registry
