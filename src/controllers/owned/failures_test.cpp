// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/failures.h"

#include <gtest/gtest.h>

namespace sluice::controllers::owned {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

TEST(DaemonFailures, EveryFailureDoublesTheRest) {
  FakeClock clock;
  Failures failures(clock);
  EXPECT_EQ(failures.rest("a"), seconds(0));
  failures.note("a");
  EXPECT_EQ(failures.rest("a"), seconds(1));
  EXPECT_EQ(failures.rest("b"), seconds(0));
  clock.advance(seconds(1));
  EXPECT_EQ(failures.rest("a"), seconds(0));
  failures.note("a");
  EXPECT_EQ(failures.rest("a"), seconds(2));
  for (int i = 0; i < 20; ++i) {
    failures.note("a");
  }
  EXPECT_EQ(failures.rest("a"), minutes(15));
}

TEST(DaemonFailures, AnOldFailureIsForgotten) {
  FakeClock clock;
  Failures failures(clock);
  failures.note("a");
  failures.note("a");
  clock.advance(minutes(31));
  EXPECT_EQ(failures.rest("a"), seconds(0));
  failures.note("a");
  EXPECT_EQ(failures.rest("a"), seconds(1));
}

}  // namespace
}  // namespace sluice::controllers::owned
