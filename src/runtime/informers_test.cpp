// SPDX-License-Identifier: Apache-2.0
#include "runtime/informers.h"

#include <gtest/gtest.h>

#include "runtime/miniature_client.h"

namespace sluice::runtime {
namespace {

using std::chrono::seconds;

TEST(Informers, EveryoneGetsTheSameInformerOfAKind) {
  FakeClock clock;
  MiniatureClient client;
  Informers informers(client, clock);
  EXPECT_EQ(&informers.of(api::kinds::pod()), &informers.of(api::kinds::pod()));
  EXPECT_NE(&informers.of(api::kinds::pod()), &informers.of(api::kinds::node()));
}

TEST(Informers, StartReturnsWhenAllAreSynced) {
  FakeClock clock;
  MiniatureClient client;
  Informers informers(client, clock);
  Informer& pods = informers.of(api::kinds::pod());
  Informer& nodes = informers.of(api::kinds::node());
  ASSERT_TRUE(informers.start());
  EXPECT_TRUE(pods.synced());
  EXPECT_TRUE(nodes.synced());
  informers.request_stop();
  EXPECT_TRUE(informers.await_stopped(SteadyTime::max()));
}

TEST(Informers, StartNamesTheKindsItCouldNotList) {
  FakeClock clock;
  MiniatureClient client;
  client.fail_next(1'000'000, Code::kForbidden);
  Informers informers(client, clock, seconds(1));
  informers.of(api::kinds::pod());
  Result<void> started;
  {
    std::jthread starter([&] { started = informers.start(); });
    clock.await_waiters(2);  // start() and the resting informer
    clock.advance(seconds(1));
  }
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().code, Code::kTimeout);
  EXPECT_NE(started.error().message.find("pods"), std::string::npos);
}

}  // namespace
}  // namespace sluice::runtime
