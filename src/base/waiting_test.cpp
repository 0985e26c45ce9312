// SPDX-License-Identifier: Apache-2.0
#include "base/waiting.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(Waiting, EndsWhenTimeIsUp) {
  EXPECT_FALSE(wait_until(std::chrono::milliseconds(0), [] { return false; }));
}

}  // namespace
}  // namespace sluice
