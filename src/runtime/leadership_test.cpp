// SPDX-License-Identifier: Apache-2.0
#include "runtime/leadership.h"

#include <gtest/gtest.h>

#include <future>

#include "runtime/miniature_client.h"

namespace sluice::runtime {
namespace {

using std::chrono::seconds;

class LeadershipTest : public testing::Test {
 protected:
  Leadership::Options as(const std::string& identity) const {
    return {.lease = lease_, .identity = identity};
  }
  std::string holder() {
    const auto lease = client_.get(api::kinds::lease(), lease_);
    return lease ? (*lease)->at("spec", "holderIdentity").as_string() : "";
  }
  void stop(Leadership& leader) {
    leader.request_stop();
    EXPECT_TRUE(leader.await_stopped(SteadyTime::max()));
  }

  const api::Key lease_{"kube-system", "controllers"};
  FakeClock clock_;
  MiniatureClient client_;
};

TEST_F(LeadershipTest, TheFirstHoldsTheLeaseAndGivesItBack) {
  Leadership leader(client_, clock_, as("a"), [] { FAIL() << "nobody took it"; });
  ASSERT_TRUE(leader.start());
  const auto lease = client_.get(api::kinds::lease(), lease_);
  EXPECT_EQ(holder(), "a");
  EXPECT_EQ((*lease)->at("spec", "leaseDurationSeconds").as_int(), 15);
  EXPECT_EQ((*lease)->at("spec", "acquireTime").as_string(), "2030-01-01T00:00:00.000000Z");
  stop(leader);
  EXPECT_EQ(holder(), "");
}

TEST_F(LeadershipTest, TheSecondTakesOverWhenTheFirstIsGone) {
  const client::Object dead = json::Object{
      {"apiVersion", "coordination.k8s.io/v1"},
      {"kind", "Lease"},
      {"metadata", json::Object{{"namespace", lease_.ns}, {"name", lease_.name}}},
      {"spec", json::Object{{"holderIdentity", "dead"}, {"leaseDurationSeconds", 15}}}};
  ASSERT_TRUE(client_.create(api::kinds::lease(), dead));
  Leadership second(client_, clock_, as("b"), [] {});
  auto started = std::async(std::launch::async, [&] { return second.start(); });
  for (int i = 0; i < 7; ++i) {
    clock_.await_waiters(1);
    EXPECT_EQ(holder(), "dead") << "after " << 2 * i << " seconds";
    clock_.advance(seconds(2));
  }
  clock_.await_waiters(1);
  clock_.advance(seconds(2));
  ASSERT_TRUE(started.get());
  EXPECT_EQ(holder(), "b");
  EXPECT_EQ((*client_.get(api::kinds::lease(), lease_))->at("spec", "leaseTransitions").as_int(),
            1);
  stop(second);
}

TEST_F(LeadershipTest, WhoCannotRenewInTimeHasLost) {
  std::promise<void> lost;
  Leadership leader(client_, clock_, as("a"), [&] { lost.set_value(); });
  ASSERT_TRUE(leader.start());
  client_.fail_next(100, Code::kUnavailable);
  for (int i = 0; i < 5; ++i) {
    clock_.await_waiters(1);
    clock_.advance(seconds(2));
  }
  lost.get_future().wait();
  client_.fail_next(0, Code::kUnavailable);
  stop(leader);
}

TEST_F(LeadershipTest, AStopEndsTheWait) {
  Leadership first(client_, clock_, as("a"), [] {});
  ASSERT_TRUE(first.start());
  Leadership second(client_, clock_, as("b"), [] {});
  auto started = std::async(std::launch::async, [&] { return second.start(); });
  second.request_stop();
  EXPECT_EQ(started.get().error().code, Code::kCancelled);
  EXPECT_EQ(holder(), "a");
  stop(first);
}

}  // namespace
}  // namespace sluice::runtime
