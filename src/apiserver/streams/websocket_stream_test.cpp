// SPDX-License-Identifier: Apache-2.0
#include "apiserver/streams/websocket_stream.h"

#include <gtest/gtest.h>

#include "base/test_stream.h"
#include "http/websocket/websocket.h"

namespace sluice::apiserver {
namespace {

http::Request request(const std::string& protocol) {
  http::Request request{.method = "GET"};
  request.headers.add("Connection", "Upgrade");
  request.headers.add("Upgrade", "websocket");
  request.headers.add("Sec-WebSocket-Version", "13");
  request.headers.add("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
  if (!protocol.empty()) {
    request.headers.add("Sec-WebSocket-Protocol", protocol);
  }
  return request;
}

http::WebSocket::Message first_message(const http::Response& response) {
  std::string output;
  response.upgrade->poll(output);
  http::WebSocket client(http::WebSocket::Role::kClient);
  client.feed(output);
  return client.take_message().value_or(http::WebSocket::Message{});
}

TEST(WebSocketStream, SendsEventsAsText) {
  const auto response = watch_over_websocket(request("base64.binary.k8s.io"),
                                             std::make_unique<WholeStream>("event\n"));
  EXPECT_EQ(response.status, 101);
  EXPECT_EQ(response.headers.get("Sec-WebSocket-Protocol"), "base64.binary.k8s.io");
  const auto message = first_message(response);
  EXPECT_EQ(message.type, http::WebSocket::Type::kText);
  EXPECT_EQ(message.data, "event\n");
}

TEST(WebSocketStream, SendsASingleEvent) {
  EXPECT_EQ(first_message(event_over_websocket(request(""), "gone\n")).data, "gone\n");
}

TEST(WebSocketStream, SendsLogsAsTheSubprotocolSays) {
  const auto log = [](const std::string& protocol) {
    return log_over_websocket(request(protocol), std::make_unique<WholeStream>("line\n"));
  };
  EXPECT_EQ(first_message(log("")).type, http::WebSocket::Type::kBinary);
  EXPECT_EQ(first_message(log("binary.k8s.io")).data, "line\n");
  EXPECT_EQ(first_message(log("base64.binary.k8s.io")).data, "bGluZQo=");
  EXPECT_EQ(log("soap").status, 403);
}

TEST(WebSocketStream, RefusesABrokenHandshake) {
  http::Request broken{.method = "GET"};
  broken.headers.add("Connection", "Upgrade");
  broken.headers.add("Upgrade", "websocket");
  EXPECT_TRUE(wants_websocket(broken));
  EXPECT_EQ(watch_over_websocket(broken, std::make_unique<WholeStream>("")).status, 400);
  EXPECT_EQ(log_over_websocket(broken, std::make_unique<WholeStream>("")).status, 400);
}

}  // namespace
}  // namespace sluice::apiserver
