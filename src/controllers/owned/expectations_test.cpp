// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/expectations.h"

#include <gtest/gtest.h>

namespace sluice::controllers::owned {
namespace {

using std::chrono::minutes;

const api::Key kJob{"ns", "j"};

TEST(Expectations, HoldUntilEverythingExpectedWasSeen) {
  FakeClock clock;
  Expectations expectations(clock);
  EXPECT_EQ(expectations.remaining(kJob), Duration::zero());
  expectations.expect(kJob, "a");
  expectations.expect(kJob, "b");
  expectations.met(kJob, "a");
  EXPECT_GT(expectations.remaining(kJob), Duration::zero());
  EXPECT_EQ(expectations.remaining({"ns", "other"}), Duration::zero());
  expectations.met(kJob, "b");
  EXPECT_EQ(expectations.remaining(kJob), Duration::zero());
}

TEST(Expectations, SeenBeforeTheRequestReturnedIsFine) {
  FakeClock clock;
  Expectations expectations(clock);
  expectations.expect(kJob, "a");
  expectations.met(kJob, "a");
  expectations.met(kJob, "a");
  EXPECT_EQ(expectations.remaining(kJob), Duration::zero());
}

TEST(Expectations, AreGivenUpAfterFiveMinutes) {
  FakeClock clock;
  Expectations expectations(clock);
  expectations.expect(kJob, "a");
  clock.advance(minutes(4));
  EXPECT_EQ(expectations.remaining(kJob), minutes(1));
  clock.advance(minutes(1));
  EXPECT_EQ(expectations.remaining(kJob), Duration::zero());
}

}  // namespace
}  // namespace sluice::controllers::owned
