// SPDX-License-Identifier: Apache-2.0
#include "http/websocket/websocket.h"

#include <gtest/gtest.h>

#include <utility>

namespace sluice::http {
namespace {

using Role = WebSocket::Role;
using Type = WebSocket::Type;

std::string take(std::string& text) {
  return std::exchange(text, "");
}

// A client's frame with the mask 0, which changes nothing.
std::string frame(unsigned first, std::string_view payload) {
  std::string text{static_cast<char>(first), static_cast<char>(0x80U | payload.size())};
  return text.append(4, '\0').append(payload);
}

// What the server says to a protocol error: a close frame with that code.
std::uint16_t refusal(std::string_view input) {
  WebSocket server(Role::kServer, 1000);
  EXPECT_EQ(server.feed(input), input.size());
  EXPECT_TRUE(server.over());
  EXPECT_FALSE(server.take_message());
  WebSocket client(Role::kClient);
  client.feed(server.output());
  return client.close_code();
}

TEST(WebSocket, CarriesMessagesOfEverySizeBothWays) {
  for (const std::size_t size : {0, 1, 125, 126, 65535, 65536, 200'000}) {
    const std::string data(size, 'x');
    WebSocket client(Role::kClient);
    WebSocket server(Role::kServer);
    client.send(Type::kBinary, data);
    EXPECT_EQ(server.feed(client.output()), client.output().size());
    EXPECT_EQ(server.take_message()->data, data);
    server.send(Type::kText, data);
    EXPECT_EQ(client.feed(server.output()), server.output().size());
    const auto message = client.take_message();
    EXPECT_EQ(message->type, Type::kText);
    EXPECT_EQ(message->data, data);
  }
}

TEST(WebSocket, UnderstandsInputByteByByte) {
  WebSocket client(Role::kClient);
  client.send(Type::kText, std::string(300, 'y'));
  WebSocket server(Role::kServer);
  for (const char c : client.output()) {
    EXPECT_EQ(server.feed({&c, 1}), 1U);
  }
  EXPECT_EQ(server.take_message()->data, std::string(300, 'y'));
}

TEST(WebSocket, MasksWhatAClientSends) {
  WebSocket client(Role::kClient);
  client.send(Type::kBinary, "a secret of sixteen");
  EXPECT_EQ(client.output().find("secret"), std::string::npos);
}

TEST(WebSocket, StopsAfterOneMessageUntilItIsTaken) {
  const std::string two = frame(0x82, "one") + frame(0x82, "two");
  WebSocket server(Role::kServer);
  const std::size_t used = server.feed(two);
  EXPECT_EQ(used, two.size() / 2);
  EXPECT_EQ(server.feed(std::string_view(two).substr(used)), 0U);
  EXPECT_EQ(server.take_message()->data, "one");
  EXPECT_EQ(server.feed(std::string_view(two).substr(used)), used);
  EXPECT_EQ(server.take_message()->data, "two");
}

TEST(WebSocket, PutsFragmentsTogetherAroundControlFrames) {
  WebSocket server(Role::kServer);
  server.feed(frame(0x01, "Hel"));
  server.feed(frame(0x89, "ping"));
  server.feed(frame(0x00, "l"));
  EXPECT_FALSE(server.take_message());
  server.feed(frame(0x80, "o"));
  const auto message = server.take_message();
  EXPECT_EQ(message->data, "Hello");
  EXPECT_EQ(message->type, Type::kText);
  EXPECT_EQ(take(server.output()), std::string("\x8a\x04ping"));
}

TEST(WebSocket, AnswersACloseWithItsCodeAndListensNoMore) {
  WebSocket client(Role::kClient);
  WebSocket server(Role::kServer);
  client.close(4001, "enough");
  server.feed(client.output());
  EXPECT_TRUE(server.over());
  EXPECT_EQ(server.close_code(), 4001);
  client.feed(server.output());
  EXPECT_TRUE(client.over());
  EXPECT_EQ(client.close_code(), 4001);
  EXPECT_EQ(server.feed("anything"), 8U);
  server.output().clear();
  server.send(Type::kText, "too late");
  EXPECT_TRUE(server.output().empty());
}

TEST(WebSocket, RefusesWhatTheProtocolForbids) {
  EXPECT_EQ(refusal(frame(0xc2, "reserved bit")), WebSocket::kProtocolError);
  EXPECT_EQ(refusal(frame(0x83, "unknown opcode")), WebSocket::kProtocolError);
  EXPECT_EQ(refusal(frame(0x09, "ping in parts")), WebSocket::kProtocolError);
  EXPECT_EQ(refusal(frame(0x80, "nothing to continue")), WebSocket::kProtocolError);
  EXPECT_EQ(refusal(frame(0x02, "a") + frame(0x82, "b")), WebSocket::kProtocolError);
  EXPECT_EQ(refusal(frame(0x88, "x")), WebSocket::kProtocolError);
  EXPECT_EQ(refusal(std::string("\x82\x01x")), WebSocket::kProtocolError) << "not masked";
}

TEST(WebSocket, RefusesMessagesThatAreTooBigBeforeTheyArrive) {
  EXPECT_EQ(refusal(std::string("\x82\xfe\x03\xe9\0\0\0\0", 8)), WebSocket::kTooBig);
  EXPECT_EQ(refusal(std::string("\x82\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 14)),
            WebSocket::kTooBig);
  const std::string half(100, 'x');
  std::string parts = frame(0x02, half);
  for (int i = 0; i < 10; ++i) {
    parts += frame(0x00, half);
  }
  EXPECT_EQ(refusal(parts), WebSocket::kTooBig);
}

TEST(WebSocket, SendsPings) {
  WebSocket client(Role::kClient);
  WebSocket server(Role::kServer);
  client.ping("are you there");
  server.feed(client.output());
  EXPECT_EQ(server.output(),
            "\x8a\x0d"
            "are you there");
}

}  // namespace
}  // namespace sluice::http
