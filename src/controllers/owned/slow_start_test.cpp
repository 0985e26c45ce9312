// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/slow_start.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>

namespace sluice::controllers::owned {
namespace {

TEST(SlowStart, EveryOneIsCreatedOnce) {
  std::mutex mutex;
  std::multiset<std::size_t> created;
  EXPECT_TRUE(slow_start(100, [&](std::size_t i) -> Result<void> {
    const std::scoped_lock lock(mutex);
    created.insert(i);
    return {};
  }));
  EXPECT_EQ(created.size(), 100U);
  EXPECT_EQ(std::set<std::size_t>(created.begin(), created.end()).size(), 100U);
}

TEST(SlowStart, OneRefusalIsOneRequest) {
  std::atomic<int> asked = 0;
  const auto refused = slow_start(500, [&](std::size_t) -> Result<void> {
    ++asked;
    return fail(Code::kForbidden, "no more pods");
  });
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "no more pods");
  EXPECT_EQ(asked, 1);
}

TEST(SlowStart, ABatchIsFinishedBeforeItsFailureEndsTheRest) {
  std::atomic<int> asked = 0;
  EXPECT_FALSE(slow_start(500, [&](std::size_t i) -> Result<void> {
    ++asked;
    return i == 4 ? fail(Code::kForbidden, "") : Result<void>();
  }));
  EXPECT_EQ(asked, 1 + 2 + 4);
}

}  // namespace
}  // namespace sluice::controllers::owned
