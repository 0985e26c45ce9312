// SPDX-License-Identifier: Apache-2.0
#include "jobs/attempts.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"

namespace sluice::jobs {
namespace {

TEST(Attempts, AreMadeEverMoreRarely) {
  const std::string last = "2030-01-01T00:00:00Z";
  const WallTime then = *parse_rfc3339(last);
  EXPECT_EQ(next_attempt_after(1, last), then + std::chrono::seconds(2));
  EXPECT_EQ(next_attempt_after(3, last), then + std::chrono::seconds(8));
  EXPECT_EQ(next_attempt_after(kMostAttempts, last), then + std::chrono::minutes(10));
}

TEST(Attempts, TheFirstIsDueAtOnce) {
  EXPECT_EQ(next_attempt_after(0, ""), WallTime{});
}

}  // namespace
}  // namespace sluice::jobs
