// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "client/pod_access.h"
#include "http/pipe_pair.h"
#include "http/spdy/upgrade.h"
#include "streams/protocol.h"

namespace sluice::streams {

// The pod whose ports are forwarded. `access` outlives the connections.
struct ForwardTarget {
  client::PodAccess& access;
  api::Key pod;
  std::string uid;
};

// The ports in a URL's query ("ports=80,443", repeated or not); BadRequest says what is wrong.
Result<std::vector<std::uint16_t>> parse_ports(const http::Target& target);

// A number from 1 to 65535, in upstream's words otherwise.
Result<std::uint16_t> parse_port(const std::string& text);

// Port-forward in numbered channels of a WebSocket: for each port one of data and one that says
// what went wrong, and each begins with the port in two bytes, the low one first.
std::unique_ptr<http::Upgrade> websocket_port_forward(const StreamProtocol& protocol,
                                                      const ForwardTarget& target,
                                                      const std::vector<std::uint16_t>& ports);

// Port-forward over SPDY: the client opens a pair of streams (data, error) for every connection.
std::unique_ptr<http::Upgrade> spdy_port_forward(const ForwardTarget& target);

}  // namespace sluice::streams
