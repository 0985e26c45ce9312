// SPDX-License-Identifier: Apache-2.0
#include "kubelet/next_look.h"

#include <gtest/gtest.h>

namespace sluice::kubelet {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const SteadyTime kNow{std::chrono::hours(1)};

TEST(NextLook, IsTheSoonest) {
  EXPECT_EQ(next_look_in({Duration(0), Duration(-1)}, {}, kNow), std::nullopt);
  EXPECT_EQ(next_look_in({seconds(5), Duration(0), seconds(3)}, {}, kNow), seconds(3));
  EXPECT_EQ(next_look_in({seconds(5)}, kNow + seconds(2), kNow), seconds(2));
  EXPECT_EQ(next_look_in({seconds(1)}, kNow + seconds(2), kNow), seconds(1));
}

TEST(NextLook, WhatIsDueIsNotForgottenWhenItHasCome) {
  EXPECT_EQ(next_look_in({Duration(0)}, kNow, kNow), milliseconds(1));
  EXPECT_EQ(next_look_in({Duration(0)}, kNow - seconds(2), kNow), milliseconds(1));
}

}  // namespace
}  // namespace sluice::kubelet
