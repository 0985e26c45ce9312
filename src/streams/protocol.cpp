// SPDX-License-Identifier: Apache-2.0
#include "streams/protocol.h"

#include <algorithm>

#include "base/text.h"
#include "http/websocket/handshake.h"
#include "http/websocket/upgrade.h"

namespace sluice::streams {

namespace {

constexpr std::string_view kSpdy = "SPDY/3.1";
constexpr std::string_view kTunnelPrefix = "SPDY/3.1+";
constexpr const char* kVersionHeader = "X-Stream-Protocol-Version";
constexpr const char* kAcceptedHeader = "X-Accepted-Stream-Protocol-Versions";

tl::unexpected<Refusal> refuse_request(Code code, std::string message) {
  return tl::unexpected(Refusal{{code, std::move(message)}});
}

std::string list(std::span<const std::string_view> names) {
  return "[" + join(std::vector<std::string>(names.begin(), names.end()), " ") + "]";
}

bool contains(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Answer<StreamProtocol> negotiate_spdy(const http::Request& request,
                                      const SupportedProtocols& supported) {
  const auto asked = http::header_entries(request.headers, kVersionHeader);
  if (asked.empty()) {
    return refuse_request(Code::kBadRequest, std::string("unable to upgrade: header ") +
                                                 kVersionHeader + " does not exist in request");
  }
  for (const std::string& name : asked) {
    if (contains(supported.spdy, name)) {
      StreamProtocol protocol{.transport = StreamProtocol::Transport::kSpdy,
                              .name = name,
                              .response = http::upgrade_response(kSpdy)};
      protocol.response.headers.add(kVersionHeader, name);
      return protocol;
    }
  }
  auto refusal = refuse_request(
      Code::kForbidden, "unable to upgrade: unable to negotiate protocol: client supports [" +
                            join(asked, " ") + "], server accepts " + list(supported.spdy));
  for (const std::string_view name : supported.spdy) {
    refusal.value().headers.add(kAcceptedHeader, std::string(name));
  }
  return refusal;
}

// The first protocol of the client's that is a tunnel for one we support.
std::string find_tunnel(const http::WebSocketOffer& offer, const SupportedProtocols& supported) {
  const auto found =
      std::find_if(offer.protocols.begin(), offer.protocols.end(), [&](const std::string& name) {
        return supported.tunnel && name.starts_with(kTunnelPrefix) &&
               contains(supported.spdy, name.substr(kTunnelPrefix.size()));
      });
  return found == offer.protocols.end() ? "" : *found;
}

Answer<StreamProtocol> negotiate_websocket(const http::Request& request,
                                           const SupportedProtocols& supported) {
  const auto offer = http::websocket_offer(request);
  if (!offer) {
    return tl::unexpected(Refusal{offer.error()});
  }
  const std::string tunnel = find_tunnel(*offer, supported);
  if (!tunnel.empty()) {
    return StreamProtocol{.transport = StreamProtocol::Transport::kTunnel,
                          .name = tunnel.substr(kTunnelPrefix.size()),
                          .response = http::websocket_response(*offer, tunnel)};
  }
  auto name = http::choose_subprotocol(*offer, supported.websocket);
  if (!name) {
    return tl::unexpected(Refusal{name.error()});
  }
  return StreamProtocol{.transport = StreamProtocol::Transport::kWebSocket,
                        .name = *name,
                        .response = http::websocket_response(*offer, *name)};
}

}  // namespace

int StreamProtocol::version() const {
  const bool numbered = name.size() > 2 && name[0] == 'v' && name[2] == '.';
  return numbered ? name[1] - '0' : 1;
}

bool StreamProtocol::base64() const {
  return name.find("base64.") != std::string::npos;
}

Answer<StreamProtocol> negotiate_protocol(const http::Request& request,
                                          const SupportedProtocols& supported) {
  if (http::wants_upgrade(request.headers, "websocket")) {
    return negotiate_websocket(request, supported);
  }
  if (http::wants_upgrade(request.headers, kSpdy)) {
    return negotiate_spdy(request, supported);
  }
  return refuse_request(Code::kBadRequest, "Upgrade request required");
}

http::Response upgrade_to(StreamProtocol protocol, std::unique_ptr<http::Upgrade> upgrade) {
  http::Response response = std::move(protocol.response);
  if (protocol.transport == StreamProtocol::Transport::kTunnel) {
    upgrade = std::make_unique<http::WebSocketUpgrade>(
        std::make_unique<http::TunnelMessages>(std::move(upgrade)));
  }
  response.upgrade = std::move(upgrade);
  return response;
}

}  // namespace sluice::streams
