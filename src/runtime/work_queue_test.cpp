// SPDX-License-Identifier: Apache-2.0
#include "runtime/work_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace sluice::runtime {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const api::Key kA{"default", "a"};
const api::Key kB{"default", "b"};

class WorkQueueTest : public testing::Test {
 protected:
  FakeClock clock_;
  WorkQueue queue_{clock_, {.first = milliseconds(5), .limit = seconds(1)}};
};

TEST_F(WorkQueueTest, KeysComeInOrderOfFirstAdditionAndOnlyOnce) {
  queue_.add(kB);
  queue_.add(kA);
  queue_.add(kB);
  EXPECT_EQ(queue_.size(), 2U);
  EXPECT_EQ(queue_.get(), kB);
  EXPECT_EQ(queue_.get(), kA);
  EXPECT_EQ(queue_.size(), 0U);
}

TEST_F(WorkQueueTest, KeysOfAHigherRankComeFirst) {
  const api::Key c{"default", "c"};
  queue_.rank_by([](const api::Key& key) { return key.name == "c" ? 1 : 0; });
  queue_.add(kB);
  queue_.add(kA);
  queue_.add(c);
  EXPECT_EQ(queue_.size(), 3U);
  EXPECT_EQ(queue_.get(), c);
  EXPECT_EQ(queue_.get(), kB);
  EXPECT_EQ(queue_.get(), kA);
}

TEST_F(WorkQueueTest, AddWhileProcessingRunsAgainAfterDone) {
  queue_.add(kA);
  ASSERT_EQ(queue_.get(), kA);
  queue_.add(kA);
  queue_.add(kA);
  EXPECT_EQ(queue_.size(), 0U) << "never with two workers at once";
  queue_.done(kA);
  EXPECT_EQ(queue_.size(), 1U);
  ASSERT_EQ(queue_.get(), kA);
  queue_.done(kA);
  EXPECT_EQ(queue_.size(), 0U);
}

TEST_F(WorkQueueTest, DelayedAdditionArrivesWhenItsTimeHasCome) {
  std::optional<api::Key> got;
  queue_.add_after(kA, seconds(10));
  std::jthread worker([&] { got = queue_.get(); });
  clock_.await_waiters(1);
  clock_.advance(seconds(10));
  worker.join();
  EXPECT_EQ(got, kA);
}

TEST_F(WorkQueueTest, OfTwoDelaysTheEarlierCountsAndTheKeyComesOnce) {
  queue_.add_after(kA, seconds(10));
  queue_.add_after(kA, seconds(1));
  queue_.add_after(kA, seconds(20));
  clock_.advance(seconds(1));
  ASSERT_EQ(queue_.get(), kA);
  queue_.done(kA);
  clock_.advance(seconds(60));
  queue_.add(kB);
  EXPECT_EQ(queue_.get(), kB) << "no second arrival of the first key";
}

TEST_F(WorkQueueTest, RetryBacksOffPerKeyUntilForgotten) {
  queue_.retry(kA);
  queue_.retry(kB);
  clock_.advance(milliseconds(5));
  ASSERT_EQ(queue_.get(), kA);
  ASSERT_EQ(queue_.get(), kB);
  queue_.done(kA);
  queue_.done(kB);
  queue_.retry(kA);  // second failure: 10 ms
  queue_.forget(kB);
  queue_.retry(kB);  // first failure again: 5 ms
  clock_.advance(milliseconds(5));
  EXPECT_EQ(queue_.get(), kB);
  clock_.advance(milliseconds(5));
  EXPECT_EQ(queue_.get(), kA);
}

TEST_F(WorkQueueTest, TimerIsServedWhileTheWorkerThatWatchedItIsBusy) {
  queue_.add_after(kB, seconds(5));
  std::optional<api::Key> first;
  std::optional<api::Key> second;
  std::jthread one([&] { first = queue_.get(); });
  std::jthread two([&] { second = queue_.get(); });
  clock_.await_waiters(2);
  queue_.add(kA);
  clock_.await_waiters(1);
  clock_.advance(seconds(5));
  one.join();
  two.join();
  EXPECT_TRUE(first.has_value() && second.has_value());
  EXPECT_NE(first, second);
}

TEST_F(WorkQueueTest, StopWakesWaitersAndDropsWhatIsLeft) {
  std::optional<api::Key> got = kA;
  std::jthread worker([&] { got = queue_.get(); });
  clock_.await_waiters(1);
  queue_.stop();
  worker.join();
  EXPECT_EQ(got, std::nullopt);
  queue_.add(kA);
  EXPECT_EQ(queue_.get(), std::nullopt);
}

TEST_F(WorkQueueTest, ManyProducersAndWorkersNeverShareAKey) {
  constexpr int kKeys = 5;
  std::array<std::atomic<int>, kKeys> working{};
  std::atomic<bool> shared = false;
  std::atomic<int> taken = 0;
  {
    std::vector<std::jthread> workers;
    for (int w = 0; w < 4; ++w) {
      workers.emplace_back([&] {
        while (const auto key = queue_.get()) {
          const auto index = static_cast<std::size_t>(key->name[0] - '0');
          shared = shared || working[index].fetch_add(1) != 0;
          ++taken;
          working[index].fetch_sub(1);
          queue_.done(*key);
        }
      });
    }
    for (int i = 0; i < 2000; ++i) {
      queue_.add({"", std::to_string(i % kKeys)});
    }
    while (queue_.size() > 0) {
      std::this_thread::yield();
    }
    queue_.stop();
  }
  EXPECT_FALSE(shared);
  EXPECT_GE(taken, kKeys);
}

}  // namespace
}  // namespace sluice::runtime
