// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/message.h"

namespace sluice::streams {

// How streams to a pod travel: in numbered channels of a WebSocket, over SPDY/3.1, or over SPDY
// inside a WebSocket's messages; and in which version of the convention on top.
struct StreamProtocol {
  enum class Transport { kWebSocket, kSpdy, kTunnel };
  Transport transport = Transport::kWebSocket;
  std::string name;         // "v4.channel.k8s.io"; empty: the client named none
  http::Response response;  // the 101 that accepts it, without its Upgrade

  // Of the *.channel.k8s.io family:
  int version() const;                                  // 1 to 5
  bool base64() const;                                  // text messages
  bool json_status() const { return version() >= 4; }   // the outcome as a Status object
  bool close_signal() const { return version() >= 5; }  // channels can be ended one by one
};

struct SupportedProtocols {
  std::span<const std::string_view> websocket;
  std::span<const std::string_view> spdy;
  bool tunnel = false;  // the SPDY ones also as "SPDY/3.1+name" in a WebSocket
};

// Why a request becomes no stream, in upstream's words, and what the answer must say besides.
struct Refusal {
  Error error;
  http::Headers headers = {};
};
template <class T>
using Answer = tl::expected<T, Refusal>;

// What the request asks for and we support.
Answer<StreamProtocol> negotiate_protocol(const http::Request& request,
                                          const SupportedProtocols& supported);

// The connection becomes `upgrade`, in the WebSocket if it is a tunnel.
http::Response upgrade_to(StreamProtocol protocol, std::unique_ptr<http::Upgrade> upgrade);

}  // namespace sluice::streams
