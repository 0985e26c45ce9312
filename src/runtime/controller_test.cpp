// SPDX-License-Identifier: Apache-2.0
#include "runtime/controller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/miniature_client.h"

namespace sluice::runtime {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// Answers from a script and lets a test wait for the number of calls.
class ScriptedReconciler final : public Reconciler {
 public:
  Result<Requeue> reconcile(const api::Key& key) override {
    const std::scoped_lock lock(mutex_);
    keys_.push_back(api::to_string(key));
    changed_.notify_all();
    if (answers_.empty()) {
      return Requeue{};
    }
    auto answer = std::move(answers_.front());
    answers_.pop_front();
    if (meanwhile_) {
      meanwhile_();
    }
    return answer;
  }
  void answer(Result<Requeue> result) { answers_.push_back(std::move(result)); }
  // What happens while it works out a scripted answer.
  void meanwhile(std::function<void()> act) { meanwhile_ = std::move(act); }
  std::vector<std::string> await(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return keys_.size() >= count; });
    return keys_;
  }
  std::size_t calls() {
    const std::scoped_lock lock(mutex_);
    return keys_.size();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> keys_;
  std::deque<Result<Requeue>> answers_;
  std::function<void()> meanwhile_;
};

const api::Key kA{"default", "a"};

class ControllerTest : public testing::Test {
 protected:
  ~ControllerTest() override {
    controller_.request_stop();
    controller_.await_stopped(SteadyTime::max());
  }

  FakeClock clock_;
  ScriptedReconciler reconciler_;
  Controller controller_{{.name = "test"}, reconciler_, clock_};
};

TEST_F(ControllerTest, RetriesErrorsWithGrowingDelay) {
  reconciler_.answer(fail(Code::kUnavailable, "away"));
  reconciler_.answer(fail(Code::kConflict, "changed"));
  controller_.queue().add(kA);
  ASSERT_TRUE(controller_.start());
  reconciler_.await(1);
  clock_.await_waiters(1);
  clock_.advance(milliseconds(5));
  reconciler_.await(2);
  clock_.await_waiters(1);
  clock_.advance(milliseconds(5));
  EXPECT_EQ(reconciler_.calls(), 2U) << "the second retry waits 10 ms";
  clock_.advance(milliseconds(5));
  reconciler_.await(3);
}

TEST_F(ControllerTest, DoesNotRetryWhatCannotSucceed) {
  reconciler_.answer(fail(Code::kInvalid, "bad"));
  reconciler_.answer(fail(Code::kUnsupported, "unknown"));
  controller_.queue().add(kA);
  ASSERT_TRUE(controller_.start());
  reconciler_.await(1);
  controller_.queue().add(kA);
  reconciler_.await(2);
  clock_.await_waiters(1);
  clock_.advance(seconds(3600));
  controller_.queue().add({"default", "b"});
  EXPECT_THAT(reconciler_.await(3), testing::ElementsAre("default/a", "default/a", "default/b"));
}

TEST_F(ControllerTest, ComesBackWhenAsked) {
  reconciler_.answer(Requeue{seconds(30)});
  controller_.queue().add(kA);
  ASSERT_TRUE(controller_.start());
  reconciler_.await(1);
  clock_.await_waiters(1);
  clock_.advance(seconds(30));
  EXPECT_EQ(reconciler_.await(2).size(), 2U);
}

TEST_F(ControllerTest, TimeThatPassesWhileItWorksCounts) {
  reconciler_.answer(Requeue{seconds(30)});
  reconciler_.meanwhile([this] { clock_.advance(seconds(30)); });
  controller_.queue().add(kA);
  ASSERT_TRUE(controller_.start());
  EXPECT_EQ(reconciler_.await(2).size(), 2U);
}

client::Object owned_pod(const std::string& name, const std::string& owner) {
  const json::Object reference{{"apiVersion", "batch/v1"},
                               {"kind", "Job"},
                               {"name", owner},
                               {"uid", "u"},
                               {"controller", true}};
  return json::Object{{"apiVersion", "v1"},
                      {"kind", "Pod"},
                      {"metadata", json::Object{{"namespace", "default"},
                                                {"name", name},
                                                {"ownerReferences", json::Array{reference}}}}};
}

TEST_F(ControllerTest, ChangesSeenByInformersBecomeWork) {
  MiniatureClient client;
  Informer pods(client, api::kinds::pod(), clock_);
  controller_.watch_controlled(pods, api::kinds::job());
  controller_.watch(pods, [](const Change& change) {
    return std::vector<api::Key>{{"mapped", api::name(change.object())}};
  });
  ASSERT_TRUE(controller_.start());
  pods.start();
  ASSERT_TRUE(client.create(api::kinds::pod(), owned_pod("p", "j")));
  EXPECT_THAT(reconciler_.await(2), testing::ElementsAre("default/j", "mapped/p"));
}

TEST_F(ControllerTest, WatchedObjectIsItselfWork) {
  MiniatureClient client;
  Informer pods(client, api::kinds::pod(), clock_);
  controller_.watch(pods);
  ASSERT_TRUE(controller_.start());
  pods.start();
  ASSERT_TRUE(client.create(api::kinds::pod(), owned_pod("p", "j")));
  EXPECT_THAT(reconciler_.await(1), testing::ElementsAre("default/p"));
}

}  // namespace
}  // namespace sluice::runtime
