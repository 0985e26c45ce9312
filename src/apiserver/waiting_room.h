// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "http/message.h"

namespace sluice::apiserver {

// Bounds how many request handlers wait for other servers (those behind APIServices, pods, services
// and nodes behind a proxy, kubelets elsewhere): those that are slow or dead must not take all of
// them. A seat is for the head of the answer; what follows needs no handler. One room for all, as
// they share the handlers; webhooks have another one (see webhook_share.h). Thread-safe; outlives
// its seats.
class WaitingRoom {
 public:
  static constexpr int kSeats = 16;       // of all handlers there are, half
  static constexpr int kSeatsOfEach = 8;  // for one server

  explicit WaitingRoom(int seats = kSeats, int seats_of_each = kSeatsOfEach)
      : seats_(seats), seats_of_each_(seats_of_each) {}

  // Taken until it ends; false when there was none.
  class Seat {
   public:
    Seat() = default;
    Seat(WaitingRoom& room, std::string whose) : room_(&room), whose_(std::move(whose)) {}
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;
    ~Seat();
    explicit operator bool() const { return room_ != nullptr; }

   private:
    WaitingRoom* const room_ = nullptr;
    const std::string whose_;
  };
  Seat enter(const std::string& whose);

 private:
  void leave(const std::string& whose);

  const int seats_;
  const int seats_of_each_;
  std::mutex mutex_;
  std::map<std::string, int> taken_;  // by server
  int all_ = 0;
};

inline constexpr std::string_view kTooMany = "Too many requests, please try again later.";

// For who found none: 429, and when to try again.
http::Response no_seat_response();

}  // namespace sluice::apiserver
