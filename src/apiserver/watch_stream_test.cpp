// SPDX-License-Identifier: Apache-2.0
#include "apiserver/watch_stream.h"

#include <gtest/gtest.h>

#include <latch>

#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

using State = http::Stream::State;
using std::chrono::seconds;

class WatchStreamTest : public testing::Test {
 protected:
  WatchStream open(WatchStream::Timing timing, const std::string& version = "") {
    auto watch = cluster_.registry.watch(
        api::kinds::config_map(), {.resource_version = version, .bookmarks = timing.bookmarks});
    return {std::move(watch).value(), EventWriter(api::kinds::config_map(), {}, cluster_.clock),
            timing, cluster_.clock, alarms_};
  }

  registry::TestCluster cluster_;
  AlarmClock alarms_{cluster_.clock};
};

TEST_F(WatchStreamTest, HandsOutEventsThenWaits) {
  cluster_.create_config_map("a");
  WatchStream stream = open({.timeout = seconds(100)});
  bool woken = false;
  stream.set_ready([&] { woken = true; });
  std::string chunk;
  EXPECT_EQ(stream.poll(chunk), State::kData);
  EXPECT_TRUE(chunk.starts_with(R"({"type":"ADDED")")) << chunk;
  EXPECT_TRUE(chunk.ends_with("}\n"));
  EXPECT_EQ(stream.poll(chunk), State::kPending);
  cluster_.create_config_map("b");
  EXPECT_TRUE(woken);
  EXPECT_EQ(stream.poll(chunk), State::kData);
}

TEST_F(WatchStreamTest, EndsWhenItsTimeIsOver) {
  WatchStream stream = open({.timeout = seconds(10)});
  std::latch woken(1);
  stream.set_ready([&] { woken.count_down(); });
  std::string chunk;
  EXPECT_EQ(stream.poll(chunk), State::kPending);
  cluster_.clock.await_waiters(1);
  cluster_.clock.advance(seconds(10));
  woken.wait();
  EXPECT_EQ(stream.poll(chunk), State::kEnd);
}

TEST_F(WatchStreamTest, SendsABookmarkEachMinuteAndAtTheEnd) {
  WatchStream stream = open({.timeout = seconds(90), .bookmarks = true});
  stream.set_ready([] {});
  std::string chunk;
  EXPECT_EQ(stream.poll(chunk), State::kPending);
  cluster_.clock.advance(seconds(61));
  EXPECT_EQ(stream.poll(chunk), State::kData);
  EXPECT_NE(chunk.find("BOOKMARK"), std::string::npos);
  EXPECT_EQ(stream.poll(chunk), State::kPending);
  cluster_.clock.advance(seconds(30));
  EXPECT_EQ(stream.poll(chunk), State::kData);
  EXPECT_EQ(stream.poll(chunk), State::kEnd);
}

TEST_F(WatchStreamTest, AnExpiredWatchEndsWithAnErrorEvent) {
  auto backlog = store::open_store(store::memory_backend(), {.watch_buffer = 1, .history = 2}).value();
  registry::Registry tight(*backlog, cluster_.clock);
  ASSERT_TRUE(tight.bootstrap());
  auto watch = tight.watch(api::kinds::config_map(), {}).value();
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(tight.create(api::kinds::config_map(), "default",
                             registry::json_of(R"({"metadata":{"generateName":"x-"}})")));
  }
  WatchStream stream(std::move(watch), EventWriter(api::kinds::config_map(), {}, cluster_.clock),
                     {.timeout = seconds(10)}, cluster_.clock, alarms_);
  stream.set_ready([] {});
  std::string chunk;
  while (stream.poll(chunk) == State::kData && !chunk.starts_with(R"({"type":"ERROR")")) {
  }
  EXPECT_TRUE(chunk.starts_with(R"({"type":"ERROR")")) << chunk;
  EXPECT_NE(chunk.find("\"code\":410"), std::string::npos);
  EXPECT_EQ(stream.poll(chunk), State::kEnd);
}

}  // namespace
}  // namespace sluice::apiserver
