// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/message.h"

namespace sluice::http {

// The comma-separated entries of all header fields of that name, in order.
std::vector<std::string> header_entries(const Headers& headers, std::string_view name);

// Whether the request asks to leave HTTP for `protocol` ("websocket", "SPDY/3.1").
bool wants_upgrade(const Headers& headers, std::string_view protocol);

// A 101 to `protocol` that still lacks its Upgrade.
Response upgrade_response(std::string_view protocol);

// The WebSocket handshake (RFC 6455, section 4). Subprotocols are strings that both ends know.
struct WebSocketOffer {
  std::string key;
  std::vector<std::string> protocols;  // in the client's order of preference
};

// What the client's request says. BadRequest when it is not a valid WebSocket request.
Result<WebSocketOffer> websocket_offer(const Request& request);

// The first of the client's subprotocols that is supported. A client that names none gets "", when
// that is supported. Forbidden lists what is.
Result<std::string> choose_subprotocol(const WebSocketOffer& offer,
                                       std::span<const std::string_view> supported);

// The 101 that accepts, without its Upgrade.
Response websocket_response(const WebSocketOffer& offer, const std::string& subprotocol);

// Sec-WebSocket-Accept for a key.
std::string websocket_accept(std::string_view key);

}  // namespace sluice::http
