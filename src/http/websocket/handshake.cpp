// SPDX-License-Identifier: Apache-2.0
#include "http/websocket/handshake.h"

#include <algorithm>

#include "base/text.h"
#include "http/digest.h"

namespace sluice::http {

namespace {

constexpr std::string_view kGuid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
constexpr std::size_t kKeySize = 16;

std::string list(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    text += (text.empty() ? "" : " ") + std::string(name);
  }
  return "[" + text + "]";
}

}  // namespace

std::vector<std::string> header_entries(const Headers& headers, std::string_view name) {
  std::vector<std::string> entries;
  for (const auto& [field, value] : headers) {
    if (!same_name(field, name)) {
      continue;
    }
    for (const std::string_view part : split(value, ',')) {
      if (!trim(part).empty()) {
        entries.emplace_back(trim(part));
      }
    }
  }
  return entries;
}

bool wants_upgrade(const Headers& headers, std::string_view protocol) {
  const auto options = header_entries(headers, "Connection");
  const bool upgrades = std::any_of(options.begin(), options.end(), [](const auto& option) {
    return same_name(option, "upgrade");
  });
  return upgrades && same_name(trim(headers.get("Upgrade")), protocol);
}

Response upgrade_response(std::string_view protocol) {
  Response response;
  response.status = 101;
  response.headers.add("Connection", "Upgrade");
  response.headers.add("Upgrade", std::string(protocol));
  return response;
}

Result<WebSocketOffer> websocket_offer(const Request& request) {
  if (request.method != "GET") {
    return fail(Code::kBadRequest, "a WebSocket is opened with GET, not " + request.method);
  }
  if (!wants_upgrade(request.headers, "websocket")) {
    return fail(Code::kBadRequest, "not a request to upgrade to WebSocket");
  }
  if (trim(request.headers.get("Sec-WebSocket-Version")) != "13") {
    return fail(Code::kBadRequest, "Sec-WebSocket-Version must be 13");
  }
  WebSocketOffer offer{.key = std::string(trim(request.headers.get("Sec-WebSocket-Key"))),
                       .protocols = header_entries(request.headers, "Sec-WebSocket-Protocol")};
  const auto key = base64_decode(offer.key);
  if (!key || key->size() != kKeySize) {
    return fail(Code::kBadRequest, "Sec-WebSocket-Key must be 16 bytes in base64");
  }
  return offer;
}

Result<std::string> choose_subprotocol(const WebSocketOffer& offer,
                                       std::span<const std::string_view> supported) {
  const auto knows = [&](std::string_view name) {
    return std::find(supported.begin(), supported.end(), name) != supported.end();
  };
  if (offer.protocols.empty() && knows("")) {
    return "";
  }
  const auto chosen = std::find_if(offer.protocols.begin(), offer.protocols.end(), knows);
  if (chosen != offer.protocols.end()) {
    return *chosen;
  }
  return fail(Code::kForbidden, "requested protocol(s) are not supported: [" +
                                    join(offer.protocols, " ") + "]; supports " + list(supported));
}

Response websocket_response(const WebSocketOffer& offer, const std::string& subprotocol) {
  Response response = upgrade_response("websocket");
  response.headers.add("Sec-WebSocket-Accept", websocket_accept(offer.key));
  if (!subprotocol.empty()) {
    response.headers.add("Sec-WebSocket-Protocol", subprotocol);
  }
  return response;
}

std::string websocket_accept(std::string_view key) {
  return base64_encode(sha1(std::string(key) + std::string(kGuid)));
}

}  // namespace sluice::http
