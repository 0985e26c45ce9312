// SPDX-License-Identifier: Apache-2.0
#include "runtime/watcher.h"

#include <gtest/gtest.h>

#include <thread>

#include "runtime/miniature_client.h"

namespace sluice::runtime {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

client::Object pod(const std::string& name) {
  return json::Object{{"apiVersion", "v1"},
                      {"kind", "Pod"},
                      {"metadata", json::Object{{"namespace", "default"}, {"name", name}}}};
}

class WatcherTest : public testing::Test {
 protected:
  Watcher::Outcome step() { return watcher_.step(Duration::zero()); }

  // Lists and opens the watch.
  void reach_watching() {
    step();
    step();
    ASSERT_EQ(client_.watches(), 1);
  }

  const api::Kind& kind_ = api::kinds::pod();
  MiniatureClient client_;
  Watcher watcher_{client_, kind_};
};

TEST_F(WatcherTest, ListsThenTellsEveryChange) {
  ASSERT_TRUE(client_.create(kind_, pod("a")));
  const auto first = step();
  ASSERT_TRUE(std::holds_alternative<Watcher::Replaced>(first.news));
  EXPECT_EQ(std::get<Watcher::Replaced>(first.news).objects.size(), 1U);
  step();  // opens

  ASSERT_TRUE(client_.create(kind_, pod("b")));
  ASSERT_TRUE(client_.remove(kind_, {"default", "a"}, {}));
  const auto applied = step();
  ASSERT_TRUE(std::holds_alternative<Watcher::Applied>(applied.news));
  EXPECT_EQ(api::name(*std::get<Watcher::Applied>(applied.news).object), "b");
  const auto deleted = step();
  ASSERT_TRUE(std::holds_alternative<Watcher::Deleted>(deleted.news));
  EXPECT_EQ(api::name(*std::get<Watcher::Deleted>(deleted.news).object), "a");
  EXPECT_TRUE(std::holds_alternative<Watcher::Nothing>(step().news));
}

TEST_F(WatcherTest, RestsLongerAfterEachFailureInARow) {
  client_.fail_next(8, Code::kUnavailable);
  for (const int expected : {800, 1600, 3200, 6400, 12800, 25600, 30000, 30000}) {
    EXPECT_EQ(step().rest, milliseconds(expected));
  }
  EXPECT_TRUE(std::holds_alternative<Watcher::Replaced>(step().news));
}

TEST_F(WatcherTest, HealthResetsTheRest) {
  client_.fail_next(3, Code::kUnavailable);
  step();
  step();
  step();
  reach_watching();
  step();  // nothing happens, but the watch lives
  client_.break_watches(Code::kUnavailable);
  EXPECT_EQ(step().rest, Duration::zero());
  client_.fail_next(1, Code::kUnavailable);
  EXPECT_EQ(step().rest, milliseconds(800));
}

TEST_F(WatcherTest, EndedConnectionResumesWithoutListingOrLosingAnything) {
  reach_watching();
  ASSERT_TRUE(client_.create(kind_, pod("a")));
  step();
  client_.break_watches(Code::kUnavailable);
  ASSERT_TRUE(client_.create(kind_, pod("b")));
  step();  // notices
  step();  // opens again
  const auto applied = step();
  ASSERT_TRUE(std::holds_alternative<Watcher::Applied>(applied.news));
  EXPECT_EQ(api::name(*std::get<Watcher::Applied>(applied.news).object), "b");
  EXPECT_EQ(client_.lists(), 1);
  EXPECT_EQ(client_.watches(), 2);
}

TEST_F(WatcherTest, WatchThatEndsBeforeAnythingHappenedRests) {
  reach_watching();
  client_.break_watches(Code::kUnavailable);
  EXPECT_EQ(step().rest, milliseconds(800));
}

TEST_F(WatcherTest, ExpiredListsAgain) {
  reach_watching();
  ASSERT_TRUE(client_.create(kind_, pod("a")));
  step();
  client_.break_watches(Code::kExpired);
  EXPECT_EQ(step().rest, Duration::zero());
  EXPECT_TRUE(std::holds_alternative<Watcher::Replaced>(step().news));
  EXPECT_EQ(client_.lists(), 2);
}

TEST_F(WatcherTest, VersionTooOldWhenOpeningListsAgain) {
  step();  // listed
  ASSERT_TRUE(client_.create(kind_, pod("a")));
  client_.forget_history();
  EXPECT_GT(step().rest, Duration::zero());
  EXPECT_TRUE(std::holds_alternative<Watcher::Replaced>(step().news));
}

TEST_F(WatcherTest, BookmarkMovesThePointOfResumption) {
  ASSERT_TRUE(client_.create(kind_, pod("a")));
  reach_watching();
  client_.send_bookmark();
  EXPECT_TRUE(std::holds_alternative<Watcher::Nothing>(step().news));
  client_.forget_history();  // only versions before the bookmark are gone
  client_.break_watches(Code::kUnavailable);
  step();
  step();
  EXPECT_EQ(client_.lists(), 1);
  EXPECT_EQ(client_.watches(), 2);
}

TEST_F(WatcherTest, StopEndsAWaitingStep) {
  reach_watching();
  Watcher::Outcome outcome;
  std::jthread waiter([&] { outcome = watcher_.step(seconds(3600)); });
  watcher_.stop();
  waiter.join();
  EXPECT_TRUE(std::holds_alternative<Watcher::Stopped>(outcome.news));
  EXPECT_TRUE(std::holds_alternative<Watcher::Stopped>(step().news));
}

}  // namespace
}  // namespace sluice::runtime
