// SPDX-License-Identifier: Apache-2.0
#include "streams/protocol.h"

#include <gtest/gtest.h>

#include <array>

namespace sluice::streams {
namespace {

constexpr auto kWebSocket = std::to_array<std::string_view>({"", "v4.channel.k8s.io"});
constexpr auto kSpdy = std::to_array<std::string_view>({"v4.channel.k8s.io", "channel.k8s.io"});

http::Request request(const std::vector<std::pair<std::string, std::string>>& headers) {
  http::Request request{.method = "GET"};
  request.headers.add("Connection", "Upgrade");
  for (const auto& [name, value] : headers) {
    request.headers.add(name, value);
  }
  return request;
}

http::Request websocket(const std::string& protocols) {
  return request({{"Upgrade", "websocket"},
                  {"Sec-WebSocket-Version", "13"},
                  {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="},
                  {"Sec-WebSocket-Protocol", protocols}});
}

Answer<StreamProtocol> negotiate(const http::Request& request) {
  return negotiate_protocol(request, {.websocket = kWebSocket, .spdy = kSpdy, .tunnel = true});
}

std::string message(const Answer<StreamProtocol>& refused) {
  return refused.error().error.message;
}

TEST(StreamProtocol, IsTheFirstThatBothKnow) {
  const auto spdy = negotiate(request({{"Upgrade", "SPDY/3.1"},
                                       {"X-Stream-Protocol-Version", "v5.channel.k8s.io"},
                                       {"X-Stream-Protocol-Version", "v4.channel.k8s.io"},
                                       {"X-Stream-Protocol-Version", "channel.k8s.io"}}));
  ASSERT_TRUE(spdy);
  EXPECT_EQ(spdy->transport, StreamProtocol::Transport::kSpdy);
  EXPECT_EQ(spdy->response.headers.get("X-Stream-Protocol-Version"), "v4.channel.k8s.io");
  EXPECT_EQ(spdy->response.headers.get("Upgrade"), "SPDY/3.1");
  const auto websocket_protocol = negotiate(websocket("v5.channel.k8s.io,v4.channel.k8s.io"));
  ASSERT_TRUE(websocket_protocol);
  EXPECT_EQ(websocket_protocol->name, "v4.channel.k8s.io");
}

TEST(StreamProtocol, MayBeSpdyInsideAWebSocket) {
  const auto tunnel = negotiate(websocket("SPDY/3.1+other, SPDY/3.1+v4.channel.k8s.io"));
  ASSERT_TRUE(tunnel);
  EXPECT_EQ(tunnel->transport, StreamProtocol::Transport::kTunnel);
  EXPECT_EQ(tunnel->name, "v4.channel.k8s.io");
  EXPECT_EQ(tunnel->response.headers.get("Sec-WebSocket-Protocol"), "SPDY/3.1+v4.channel.k8s.io");
}

TEST(StreamProtocol, IsRefusedInUpstreamsWords) {
  const auto plain = negotiate_protocol(http::Request{.method = "GET"}, {});
  ASSERT_FALSE(plain);
  EXPECT_EQ(plain.error().error.code, Code::kBadRequest);
  EXPECT_EQ(message(plain), "Upgrade request required");

  const auto unknown =
      negotiate(request({{"Upgrade", "SPDY/3.1"}, {"X-Stream-Protocol-Version", "v9"}}));
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().error.code, Code::kForbidden);
  EXPECT_EQ(message(unknown),
            "unable to upgrade: unable to negotiate protocol: client supports [v9], server accepts "
            "[v4.channel.k8s.io channel.k8s.io]");
  EXPECT_EQ(unknown.error().headers.get("X-Accepted-Stream-Protocol-Versions"),
            "v4.channel.k8s.io");

  EXPECT_EQ(negotiate(request({{"Upgrade", "SPDY/3.1"}})).error().error.code, Code::kBadRequest);
  EXPECT_EQ(negotiate(websocket("soap")).error().error.code, Code::kForbidden);
}

TEST(StreamProtocol, KnowsItsVersion) {
  const auto with_name = [](const char* name) {
    StreamProtocol protocol;
    protocol.name = name;
    return protocol;
  };
  EXPECT_EQ(with_name("").version(), 1);
  EXPECT_EQ(with_name("channel.k8s.io").version(), 1);
  EXPECT_TRUE(with_name("base64.channel.k8s.io").base64());
  EXPECT_EQ(with_name("v4.base64.channel.k8s.io").version(), 4);
  EXPECT_TRUE(with_name("v4.base64.channel.k8s.io").json_status());
  EXPECT_FALSE(with_name("v4.channel.k8s.io").close_signal());
  EXPECT_TRUE(with_name("v5.channel.k8s.io").close_signal());
}

}  // namespace
}  // namespace sluice::streams
