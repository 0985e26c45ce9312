// SPDX-License-Identifier: Apache-2.0
#include "apiserver/websocket_token.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "http/websocket/handshake.h"

namespace sluice::apiserver {

namespace {

constexpr std::string_view kHeader = "Sec-WebSocket-Protocol";
constexpr std::string_view kPrefix = "base64url.bearer.authorization.k8s.io.";

bool is_token(const std::string& protocol) {
  return protocol.starts_with(kPrefix);
}

// What is said and what is tokens among the subprotocols.
struct Protocols {
  std::vector<std::string> tokens;
  std::vector<std::string> others;
};

Protocols protocols_of(const http::Request& request) {
  Protocols protocols;
  for (std::string& protocol : http::header_entries(request.headers, kHeader)) {
    auto& kind = is_token(protocol) ? protocols.tokens : protocols.others;
    kind.push_back(std::move(protocol));
  }
  return protocols;
}

}  // namespace

Result<std::optional<std::string>> websocket_token(const http::Request& request) {
  if (!http::wants_upgrade(request.headers, "websocket")) {
    return std::nullopt;
  }
  const Protocols protocols = protocols_of(request);
  if (protocols.tokens.empty()) {
    return std::nullopt;
  }
  const auto token = base64url_decode(protocols.tokens.front().substr(kPrefix.size()));
  if (protocols.tokens.size() > 1 || !token) {
    return fail(Code::kUnauthorized, "Unauthorized");
  }
  if (token->empty()) {
    return std::nullopt;
  }
  if (protocols.others.empty()) {  // there would be none to choose
    return fail(Code::kUnauthorized, "Unauthorized");
  }
  return *token;
}

std::optional<http::Request> without_websocket_token(const http::Request& request) {
  const Protocols protocols = protocols_of(request);
  if (protocols.tokens.empty()) {
    return std::nullopt;
  }
  http::Request kept = request;
  kept.headers = {};
  for (const auto& [name, value] : request.headers) {
    if (!http::same_name(name, kHeader)) {
      kept.headers.add(name, value);
    }
  }
  if (!protocols.others.empty()) {
    kept.headers.add(std::string(kHeader), join(protocols.others, ", "));
  }
  return kept;
}

}  // namespace sluice::apiserver
