// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>

namespace sluice::apiserver {

// Bounds how many request handlers wait for other servers: those that are slow or dead must not
// take all of them. Thread-safe; outlives its seats.
class WaitingRoom {
 public:
  static constexpr int kSeats = 16;       // of all handlers there are, half
  static constexpr int kSeatsOfEach = 8;  // for one server

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

  std::mutex mutex_;
  std::map<std::string, int> taken_;  // by server
  int all_ = 0;
};

}  // namespace sluice::apiserver
