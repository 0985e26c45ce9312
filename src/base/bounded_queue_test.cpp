// SPDX-License-Identifier: Apache-2.0
#include "base/bounded_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace sluice {
namespace {

TEST(BoundedQueue, RefusesWhenFull) {
  BoundedQueue<int> queue(1);
  EXPECT_TRUE(queue.try_push(1));
  EXPECT_FALSE(queue.try_push(2));
  EXPECT_EQ(queue.pop(), 1);
  EXPECT_TRUE(queue.try_push(3));
}

TEST(BoundedQueue, HandsOutTheRestAfterClose) {
  BoundedQueue<int> queue(2);
  queue.try_push(1);
  queue.close();
  EXPECT_FALSE(queue.try_push(2));
  EXPECT_EQ(queue.pop(), 1);
  EXPECT_EQ(queue.pop(), std::nullopt);
}

TEST(BoundedQueue, CloseWakesAWaitingConsumer) {
  BoundedQueue<int> queue(1);
  std::optional<int> got = 7;
  std::jthread consumer([&] { got = queue.pop(); });
  queue.close();
  consumer.join();
  EXPECT_EQ(got, std::nullopt);
}

TEST(BoundedQueue, WakesWhoCameLast) {
  BoundedQueue<int> queue(1);
  std::atomic<int> first = 0;
  std::atomic<int> last = 0;
  const auto consume = [&](std::atomic<int>& sum) {
    while (const auto item = queue.pop()) {
      sum += *item;
    }
  };
  const auto await_waiting = [&](std::size_t count) {
    while (queue.waiting() != count) {
      std::this_thread::yield();
    }
  };
  std::jthread one([&] { consume(first); });
  await_waiting(1);
  std::jthread other([&] { consume(last); });
  for (int i = 0; i < 3; ++i) {
    await_waiting(2);
    EXPECT_TRUE(queue.try_push(1));
  }
  await_waiting(2);
  EXPECT_EQ(first, 0);
  EXPECT_EQ(last, 3);
  queue.close();
}

}  // namespace
}  // namespace sluice
