// SPDX-License-Identifier: Apache-2.0
#include "base/poll_timeout.h"

#include <gtest/gtest.h>

#include <limits>

namespace sluice {
namespace {

TEST(PollTimeout, IsRoundedUpAndStaysWithinWhatPollTakes) {
  const FakeClock clock;
  const SteadyTime now = clock.steady();
  EXPECT_EQ(poll_timeout(now, clock), 0);
  EXPECT_EQ(poll_timeout(now - std::chrono::hours(1), clock), 0);
  EXPECT_EQ(poll_timeout(now + std::chrono::microseconds(1), clock), 1);
  EXPECT_EQ(poll_timeout(now + std::chrono::milliseconds(20), clock), 20);
  EXPECT_EQ(poll_timeout(now + std::chrono::hours(24 * 365), clock),
            std::numeric_limits<int>::max());
}

}  // namespace
}  // namespace sluice
