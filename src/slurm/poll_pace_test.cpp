// SPDX-License-Identifier: Apache-2.0
#include "slurm/poll_pace.h"

#include <gtest/gtest.h>

namespace sluice::slurm {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(PollPace, RestAndCostMakeItSlow) {
  const PollPace pace;
  EXPECT_EQ(pace.interval(seconds(0), milliseconds(1)), milliseconds(250));
  EXPECT_EQ(pace.interval(seconds(5), milliseconds(1)), seconds(1));
  EXPECT_EQ(pace.interval(seconds(60), milliseconds(1)), seconds(5));
  EXPECT_EQ(pace.interval(seconds(0), milliseconds(100)), seconds(2));
  EXPECT_EQ(pace.interval(seconds(0), seconds(1)), seconds(5));
}

}  // namespace
}  // namespace sluice::slurm
