// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <thread>

#include "base/clock.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "ssh/endpoint.h"
#include "ssh/library.h"

namespace sluice::ssh {

class Session;

// A connection to a host that only another host reaches: a login to that one, which passes bytes on
// (direct-tcpip). One thread of its own moves them. When either end closes, so does the other.
class Tunnel {
 public:
  // Blocks for about `patience`. Fails as Session::login() for the host between; Unavailable also
  // when it does not pass bytes on.
  static Result<std::unique_ptr<Tunnel>> open(const Library& library, const Endpoint& jump,
                                              const Endpoint& target, Duration patience);
  ~Tunnel();
  Tunnel(const Tunnel&) = delete;
  Tunnel& operator=(const Tunnel&) = delete;

  // The near end, once: a socket that belongs to the caller from now on.
  int take_socket() { return near_.release(); }

 private:
  class Channel;
  Tunnel(std::unique_ptr<Channel> channel, UniqueFd near, UniqueFd far, UniqueFd stop);
  void serve();

  std::unique_ptr<Channel> channel_;  // used by the thread only
  UniqueFd near_;
  UniqueFd far_;
  UniqueFd stop_;
  std::jthread thread_;  // last: it uses the rest
};

}  // namespace sluice::ssh
