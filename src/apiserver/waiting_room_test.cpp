// SPDX-License-Identifier: Apache-2.0
#include "apiserver/waiting_room.h"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <memory>

namespace sluice::apiserver {
namespace {

class WaitingRoomTest : public testing::Test {
 protected:
  bool enter(const std::string& whose) {
    std::unique_ptr<const WaitingRoom::Seat> seat(new WaitingRoom::Seat(room_.enter(whose)));
    const bool seated = static_cast<bool>(*seat);
    seats_.push_back(std::move(seat));
    return seated;
  }

  WaitingRoom room_;
  std::deque<std::unique_ptr<const WaitingRoom::Seat>> seats_;
};

TEST_F(WaitingRoomTest, OneServerHasSoManySeats) {
  for (int i = 0; i < WaitingRoom::kSeatsOfEach; ++i) {
    EXPECT_TRUE(enter("a"));
  }
  EXPECT_FALSE(enter("a"));
  EXPECT_TRUE(enter("b"));
  seats_.pop_front();
  EXPECT_TRUE(enter("a"));
}

TEST_F(WaitingRoomTest, AllTogetherHaveSoMany) {
  int seated = 0;
  for (const char* whose : {"a", "b", "c"}) {
    for (int i = 0; i < WaitingRoom::kSeatsOfEach; ++i) {
      seated += enter(whose) ? 1 : 0;
    }
  }
  EXPECT_EQ(seated, WaitingRoom::kSeats);
  seats_.clear();
  EXPECT_TRUE(enter("c"));
}

}  // namespace
}  // namespace sluice::apiserver
