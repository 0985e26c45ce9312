// SPDX-License-Identifier: Apache-2.0
#include "runtime/backoff.h"

#include <gtest/gtest.h>

namespace sluice::runtime {
namespace {

using std::chrono::seconds;

TEST(Backoff, DoublesUpToItsLimitAndStartsAgainAfterReset) {
  Backoff backoff({.first = seconds(1), .limit = seconds(5)});
  EXPECT_EQ(backoff.next(), seconds(1));
  EXPECT_EQ(backoff.next(), seconds(2));
  EXPECT_EQ(backoff.next(), seconds(4));
  EXPECT_EQ(backoff.next(), seconds(5));
  backoff.reset();
  EXPECT_EQ(backoff.next(), seconds(1));
}

TEST(Backoff, ManyFailuresDoNotOverflow) {
  const BackoffLimits limits;
  EXPECT_EQ(limits.after(4'000'000'000U), limits.limit);
}

}  // namespace
}  // namespace sluice::runtime
