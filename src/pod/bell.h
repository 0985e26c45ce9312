// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/unique_fd.h"
#include "pod/ask.h"
#include "pod/ring.h"

namespace sluice::pod {

// Rings the kubelet's bell so that it reads the status file at once instead of when Slurm tells it
// that something happened. Best effort over UDP: a ring is repeated until it is answered or
// kPatience is over. The kubelet's asks for sessions arrive the same way. One thread; fd() and
// next_try() belong into its poll loop. Without a host it does nothing.
class Bell {
 public:
  Bell(const std::string& host, std::uint16_t port, const Clock& clock);

  void ring(Ring ring);  // replaces an unanswered one
  void tend();           // take answers, repeat what is due; call it after every poll

  std::vector<Ask> take_asks() { return std::exchange(asks_, {}); }  // that came since

  int fd() const { return socket_.get(); }  // -1: none
  std::string host() const;                 // of our end; empty: none
  std::uint16_t port() const;
  std::optional<SteadyTime> next_try() const;                // nothing: nothing is due
  bool heard() const { return state_ == State::kAnswered; }  // the kubelet has the last ring

  static constexpr Duration kPatience = std::chrono::seconds(1);

 private:
  enum class State { kIdle, kRinging, kAnswered, kGivenUp };

  void send();
  void take_mail();
  void take(std::string_view mail);

  const Clock& clock_;
  UniqueFd socket_;
  State state_ = State::kIdle;
  std::string text_;
  std::vector<Ask> asks_;
  Duration pause_{};
  SteadyTime next_try_;
  SteadyTime give_up_;
};

}  // namespace sluice::pod
