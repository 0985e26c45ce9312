// SPDX-License-Identifier: Apache-2.0
#include "http/websocket/handshake.h"

#include <gtest/gtest.h>

namespace sluice::http {
namespace {

constexpr std::string_view kSupported[] = {"", "v4.channel.k8s.io", "channel.k8s.io"};

Request request(const std::vector<std::pair<std::string, std::string>>& headers) {
  Request request{.method = "GET"};
  for (const auto& [name, value] : headers) {
    request.headers.add(name, value);
  }
  return request;
}

Request good(const std::string& protocols = "") {
  auto asked = request({{"connection", "keep-alive, Upgrade"},
                        {"upgrade", "WebSocket"},
                        {"sec-websocket-version", "13"},
                        {"sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="}});
  if (!protocols.empty()) {
    asked.headers.add("Sec-WebSocket-Protocol", protocols);
  }
  return asked;
}

TEST(WebSocketHandshake, AcceptsAsTheStandardsExample) {
  const auto offer = websocket_offer(good());
  ASSERT_TRUE(offer);
  const Response response = websocket_response(*offer, "channel.k8s.io");
  EXPECT_EQ(response.status, 101);
  EXPECT_EQ(response.headers.get("Upgrade"), "websocket");
  EXPECT_EQ(response.headers.get("Sec-WebSocket-Accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  EXPECT_EQ(response.headers.get("Sec-WebSocket-Protocol"), "channel.k8s.io");
}

TEST(WebSocketHandshake, ChoosesTheClientsFirstThatIsSupported) {
  const auto choose = [](const std::string& protocols) {
    return choose_subprotocol(websocket_offer(good(protocols)).value(), kSupported);
  };
  EXPECT_EQ(choose("v5.channel.k8s.io, v4.channel.k8s.io,channel.k8s.io"), "v4.channel.k8s.io");
  EXPECT_EQ(choose(""), "");
  const auto none = choose("soap");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, Code::kForbidden);
  EXPECT_EQ(none.error().message,
            "requested protocol(s) are not supported: [soap]; supports [v4.channel.k8s.io "
            "channel.k8s.io]");
}

TEST(WebSocketHandshake, ReadsProtocolsFromSeveralFields) {
  auto asked = good("a , b");
  asked.headers.add("sec-websocket-protocol", "c");
  EXPECT_EQ(websocket_offer(asked)->protocols, (std::vector<std::string>{"a", "b", "c"}));
}

TEST(WebSocketHandshake, RefusesOtherRequests) {
  auto post = good();
  post.method = "POST";
  EXPECT_FALSE(websocket_offer(post));
  EXPECT_FALSE(websocket_offer(request({{"Upgrade", "websocket"}})));
  EXPECT_FALSE(websocket_offer(request({{"Connection", "Upgrade"}, {"Upgrade", "websocket"}})));
  EXPECT_FALSE(websocket_offer(request({{"Connection", "Upgrade"},
                                        {"Upgrade", "websocket"},
                                        {"Sec-WebSocket-Version", "13"},
                                        {"Sec-WebSocket-Key", "c2hvcnQ="}})));
}

TEST(WebSocketHandshake, KnowsWhatARequestWantsToBecome) {
  EXPECT_TRUE(wants_upgrade(good().headers, "websocket"));
  EXPECT_FALSE(wants_upgrade(good().headers, "SPDY/3.1"));
  EXPECT_TRUE(wants_upgrade(request({{"Connection", "Upgrade"}, {"Upgrade", "SPDY/3.1"}}).headers,
                            "SPDY/3.1"));
}

}  // namespace
}  // namespace sluice::http
