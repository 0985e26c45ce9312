// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/waiting_room.h"

#include <gtest/gtest.h>

namespace sluice::controllers::scheduler {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const api::Key kA{"default", "a"};
const api::Key kB{"default", "b"};
const SteadyTime kNow{seconds(1000)};

TEST(WaitingRoom, OnlyThoseAreCalledWhomTheEventMayHelp) {
  WaitingRoom room;
  room.enter(kA, event::kNode | event::kPodLeft, kNow);
  room.enter(kB, event::kVolume, kNow);
  EXPECT_TRUE(room.call(event::kRoom, kNow).empty());
  ASSERT_EQ(room.call(event::kPodLeft, kNow).size(), 1U);
  EXPECT_EQ(room.call(event::kPodLeft, kNow)[0].pod, kA);
  EXPECT_EQ(room.call(event::kNode | event::kVolume, kNow).size(), 2U);
  EXPECT_TRUE(room.call(kB, event::kVolume, kNow).has_value());
  EXPECT_FALSE(room.call(kA, event::kVolume, kNow).has_value());
}

TEST(WaitingRoom, EveryFailureDoublesTheWaitUpToALimit) {
  WaitingRoom room;
  room.enter(kA, event::kNode, kNow);
  EXPECT_EQ(room.call(event::kNode, kNow)[0].after, milliseconds(50));
  EXPECT_LE(room.call(event::kNode, kNow + seconds(1))[0].after, Duration(0));
  room.enter(kA, event::kNode, kNow);
  EXPECT_EQ(room.call(event::kNode, kNow)[0].after, milliseconds(100));
  for (int i = 0; i < 20; ++i) {
    room.enter(kA, event::kNode, kNow);
  }
  EXPECT_EQ(room.call(event::kNode, kNow)[0].after, seconds(10));
}

TEST(WaitingRoom, WhoLeavesIsForgotten) {
  WaitingRoom room;
  room.enter(kA, event::kNode, kNow);
  room.enter(kA, event::kRoom, kNow);
  EXPECT_TRUE(room.call(event::kNode, kNow).empty()) << "now it waits for something else";
  room.leave(kA);
  room.leave(kB);
  EXPECT_TRUE(room.call(event::kRoom, kNow).empty());
  room.enter(kA, event::kNode, kNow);
  EXPECT_EQ(room.call(event::kNode, kNow)[0].after, milliseconds(50));
}

}  // namespace
}  // namespace sluice::controllers::scheduler
