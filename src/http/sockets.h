// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace sluice::http {

// TCP sockets as this layer uses them: non-blocking, closed on exec, without Nagle's delay.

// Unavailable with the address and the cause when it cannot be listened on.
Result<UniqueFd> listen_on(const std::string& address, std::uint16_t port);
std::uint16_t local_port(int fd);
std::string local_host(int fd);  // "127.0.0.1", "::1"

// The next waiting connection. An invalid descriptor: none is waiting. Unavailable: this process
// has no descriptors left; try again later.
Result<UniqueFd> accept_from(int listener);
std::string peer_address(int fd);  // "127.0.0.1:50412", "[::1]:50412"

// Connected to the first address of `host` that answers before `deadline`; a host that starts with
// a slash is the path of a Unix socket.
Result<UniqueFd> connect_to(const std::string& host, std::uint16_t port, SteadyTime deadline);

// Waits until `fd` is ready for `events` (POLLIN, POLLOUT); Timeout at the deadline.
Result<void> wait_for(int fd, short events, SteadyTime deadline);

}  // namespace sluice::http
