// SPDX-License-Identifier: Apache-2.0
#include "store/compactor.h"

#include <gtest/gtest.h>

namespace sluice::store {
namespace {

void put(Store& store) {
  ASSERT_TRUE(store.put("/a", Expect::anything(), [](Revision) { return "x"; }).has_value());
}

TEST(Compactor, HistoryStaysForAtLeastOneInterval) {
  FakeClock clock;
  const auto store = std::move(open_store(memory_backend())).value();
  put(*store);
  const Compactor compactor(*store, clock, std::chrono::minutes(4));
  clock.await_waiters(1);
  put(*store);
  clock.advance(std::chrono::minutes(4));
  clock.await_waiters(1);
  EXPECT_EQ(store->compacted(), 1u) << "what was current at the start of the interval";
  clock.advance(std::chrono::minutes(2));
  clock.await_waiters(1);
  EXPECT_GE(store->compacted(), 2u);
}

TEST(Compactor, ASnapshotOfAnIdleStoreExpiresToo) {
  FakeClock clock;
  const auto store = std::move(open_store(memory_backend())).value();
  put(*store);
  const Compactor compactor(*store, clock, std::chrono::minutes(5));
  clock.await_waiters(1);
  const Revision seen = store->revision();
  clock.advance(std::chrono::minutes(5));
  clock.await_waiters(1);
  EXPECT_TRUE(store->range("/", "", seen, 0).has_value()) << "good for one interval";
  clock.advance(std::chrono::minutes(3));
  clock.await_waiters(1);
  const auto expired = store->range("/", "", seen, 0);
  ASSERT_FALSE(expired.has_value());
  EXPECT_EQ(expired.error().code, Code::kExpired);
  EXPECT_GT(store->revision(), seen) << "what is read now has another version";
}

}  // namespace
}  // namespace sluice::store
