// SPDX-License-Identifier: Apache-2.0
#include "base/earliest.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(Earliest, WhatNeverComesIsLast) {
  const SteadyTime soon{std::chrono::seconds(1)};
  const SteadyTime late{std::chrono::seconds(2)};
  EXPECT_EQ(earlier(soon, late), soon);
  EXPECT_EQ(earlier(late, soon), soon);
  EXPECT_EQ(earlier(std::nullopt, late), late);
  EXPECT_EQ(earlier(late, std::nullopt), late);
  EXPECT_EQ(earlier(std::nullopt, std::nullopt), std::nullopt);
}

}  // namespace
}  // namespace sluice
