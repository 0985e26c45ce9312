// SPDX-License-Identifier: Apache-2.0
#include "apiserver/waiting_room.h"

#include "apiserver/status.h"

namespace sluice::apiserver {

WaitingRoom::Seat::~Seat() {
  if (room_ != nullptr) {
    room_->leave(whose_);
  }
}

WaitingRoom::Seat WaitingRoom::enter(const std::string& whose) {
  const std::scoped_lock lock(mutex_);
  const auto taken = taken_.find(whose);
  if (all_ >= seats_ || (taken != taken_.end() && taken->second >= seats_of_each_)) {
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

http::Response no_seat_response() {
  http::Response full =
      fault_response({429, "TooManyRequests", std::string(kTooMany)});
  full.headers.add("Retry-After", "1");
  return full;
}

}  // namespace sluice::apiserver
