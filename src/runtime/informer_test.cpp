// SPDX-License-Identifier: Apache-2.0
#include "runtime/informer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/miniature_client.h"

namespace sluice::runtime {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

client::Object pod(const std::string& name, const std::string& node = "") {
  return json::Object{{"apiVersion", "v1"},
                      {"kind", "Pod"},
                      {"metadata", json::Object{{"namespace", "default"}, {"name", name}}},
                      {"spec", json::Object{{"nodeName", node}}}};
}

// Remembers changes as "+a", "~a", "-a" and lets a test wait for their number.
class Journal {
 public:
  void take(const Change& change) {
    const std::scoped_lock lock(mutex_);
    const char* sign = change.before == nullptr ? "+" : change.after == nullptr ? "-" : "~";
    lines_.push_back(sign + api::name(change.object()));
    changed_.notify_all();
  }
  std::vector<std::string> await(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return lines_.size() >= count; });
    return lines_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> lines_;
};

class InformerTest : public testing::Test {
 protected:
  InformerTest() {
    informer_.on_change([this](const Change& change) { journal_.take(change); });
    informer_.add_index("node", [](const client::Object& object) {
      return std::vector<std::string>{object.at("spec", "nodeName").as_string()};
    });
  }
  void start() {
    informer_.start();
    ASSERT_TRUE(informer_.await_synced(SteadyTime::max()));
  }
  void create(const std::string& name, const std::string& node = "") {
    ASSERT_TRUE(client_.create(kind_, pod(name, node)));
  }

  const api::Kind& kind_ = api::kinds::pod();
  FakeClock clock_;
  MiniatureClient client_;
  Journal journal_;
  Informer informer_{client_, kind_, clock_};
};

TEST_F(InformerTest, SyncedMeansTheFirstListWasHandedOut) {
  create("a");
  create("b");
  EXPECT_FALSE(informer_.synced());
  start();
  EXPECT_THAT(journal_.await(2), ElementsAre("+a", "+b"));
  EXPECT_EQ(informer_.list().size(), 2U);
  EXPECT_EQ(informer_.list("default").size(), 2U);
  EXPECT_EQ(informer_.list("other").size(), 0U);
  EXPECT_NE(informer_.get({"default", "a"}), nullptr);
  EXPECT_EQ(informer_.get({"default", "c"}), nullptr);
}

TEST_F(InformerTest, FollowsCreationChangeAndDeletion) {
  start();
  create("a");
  ASSERT_TRUE(client_.update(kind_, pod("a", "n1"), client::Part::kMain));
  journal_.await(2);
  EXPECT_EQ(informer_.get({"default", "a"})->at("spec", "nodeName").as_string(), "n1");
  ASSERT_TRUE(client_.remove(kind_, {"default", "a"}, {}));
  EXPECT_THAT(journal_.await(3), ElementsAre("+a", "~a", "-a"));
  EXPECT_EQ(informer_.get({"default", "a"}), nullptr);
}

TEST_F(InformerTest, IndexFollowsTheObjects) {
  create("a", "n1");
  create("b", "n2");
  start();
  ASSERT_EQ(informer_.by_index("node", "n1").size(), 1U);
  ASSERT_TRUE(client_.update(kind_, pod("a", "n2"), client::Part::kMain));
  journal_.await(3);
  EXPECT_EQ(informer_.by_index("node", "n1").size(), 0U);
  EXPECT_EQ(informer_.by_index("node", "n2").size(), 2U);
  ASSERT_TRUE(client_.remove(kind_, {"default", "b"}, {}));
  journal_.await(4);
  EXPECT_EQ(informer_.by_index("node", "n2").size(), 1U);
}

TEST_F(InformerTest, ConvergesAfterLostEventsWhenItListsAgain) {
  create("stays");
  create("goes");
  create("again");
  start();
  client_.lose_next_event();
  ASSERT_TRUE(client_.remove(kind_, {"default", "goes"}, {}));
  client_.lose_next_event();
  ASSERT_TRUE(client_.remove(kind_, {"default", "again"}, {}));
  client_.lose_next_event();
  create("again");  // another object under the same name
  create("seen");   // told, so that the watch counts as healthy and resumes without a rest
  journal_.await(4);
  client_.break_watches(Code::kExpired);
  const auto lines = journal_.await(7);
  EXPECT_THAT(std::vector(lines.begin() + 4, lines.end()),
              UnorderedElementsAre("-goes", "-again", "+again"))
      << "and nothing about what did not change";
}

TEST_F(InformerTest, RestsOnItsClockWhileTheServerIsAway) {
  client_.fail_next(2, Code::kUnavailable);
  informer_.start();
  clock_.await_waiters(1);
  clock_.advance(std::chrono::milliseconds(800));
  clock_.await_waiters(1);
  EXPECT_FALSE(informer_.synced());
  clock_.advance(std::chrono::milliseconds(1600));
  EXPECT_TRUE(informer_.await_synced(SteadyTime::max()));
}

TEST_F(InformerTest, StopEndsItsThreadAlsoDuringARest) {
  client_.fail_next(1, Code::kUnavailable);
  informer_.start();
  clock_.await_waiters(1);
  informer_.request_stop();
  EXPECT_TRUE(informer_.await_stopped(SteadyTime::max()));
  EXPECT_FALSE(informer_.await_synced(SteadyTime::max())) << "a stop also ends that wait";
}

}  // namespace
}  // namespace sluice::runtime
