// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>

#include "apiserver/waiting_room.h"

namespace sluice::apiserver {

// Takes all seats for one server as long as it lives, for tests.
class FullOf {
 public:
  FullOf(WaitingRoom& room, const std::string& whose) {
    for (int i = 0; i < WaitingRoom::kSeatsOfEach; ++i) {
      seats_.emplace_back(room, whose);
    }
  }

 private:
  struct Taken {
    Taken(WaitingRoom& room, const std::string& whose) : seat(room.enter(whose)) {}
    const WaitingRoom::Seat seat;
  };
  std::deque<Taken> seats_;
};

}  // namespace sluice::apiserver
