// SPDX-License-Identifier: Apache-2.0
#include "apiserver/aggregation/waiting_room.h"

namespace sluice::apiserver {

WaitingRoom::Seat::~Seat() {
  if (room_ != nullptr) {
    room_->leave(whose_);
  }
}

WaitingRoom::Seat WaitingRoom::enter(const std::string& whose) {
  const std::scoped_lock lock(mutex_);
  if (all_ >= kSeats || taken_[whose] >= kSeatsOfEach) {
    return {};
  }
  ++all_;
  ++taken_[whose];
  return {*this, whose};
}

void WaitingRoom::leave(const std::string& whose) {
  const std::scoped_lock lock(mutex_);
  --all_;
  if (--taken_[whose] == 0) {
    taken_.erase(whose);
  }
}

}  // namespace sluice::apiserver
