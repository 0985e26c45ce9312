// SPDX-License-Identifier: Apache-2.0
#include "http/websocket/upgrade.h"

#include <gtest/gtest.h>

#include <deque>
#include <utility>

namespace sluice::http {
namespace {

using State = Stream::State;
using Type = WebSocket::Type;

class Lines final : public Stream {
 public:
  explicit Lines(std::deque<std::string> lines) : lines_(std::move(lines)) {}
  State poll(std::string& chunk) override {
    if (lines_.empty()) {
      return State::kEnd;
    }
    chunk = lines_.front();
    lines_.pop_front();
    return State::kData;
  }
  void set_ready(std::function<void()>) override {}

 private:
  std::deque<std::string> lines_;
};

// Sends back what it gets, two bytes at a time.
class SlowEcho final : public Upgrade {
 public:
  State poll(std::string& chunk) override {
    if (bytes_.empty()) {
      return State::kPending;
    }
    chunk = std::exchange(bytes_, "");
    return State::kData;
  }
  void set_ready(std::function<void()>) override {}
  std::size_t take(std::string_view bytes) override {
    const std::size_t count = std::min(bytes.size(), 2 - bytes_.size());
    bytes_ += bytes.substr(0, count);
    return count;
  }
  void take_end() override {}

 private:
  std::string bytes_;
};

struct Client {
  WebSocket socket{WebSocket::Role::kClient};

  std::vector<WebSocket::Message> receive(std::string_view bytes) {
    std::vector<WebSocket::Message> messages;
    while (!bytes.empty()) {
      bytes.remove_prefix(socket.feed(bytes));
      if (auto message = socket.take_message()) {
        messages.push_back(std::move(*message));
      }
    }
    return messages;
  }
};

TEST(WebSocketUpgrade, SendsEachChunkOfAStreamAsAMessageThenCloses) {
  WebSocketUpgrade upgrade(std::make_unique<StreamMessages>(
      std::make_unique<Lines>(std::deque<std::string>{"one\n", "two\n"}),
      StreamMessages::Form::kText));
  std::string output;
  while (upgrade.poll(output) == State::kData) {
  }
  Client client;
  const auto messages = client.receive(output);
  ASSERT_EQ(messages.size(), 2U);
  EXPECT_EQ(messages[0].type, Type::kText);
  EXPECT_EQ(messages[0].data, "one\n");
  EXPECT_EQ(messages[1].data, "two\n");
  EXPECT_EQ(client.socket.close_code(), WebSocket::kNormal);
}

TEST(WebSocketUpgrade, EncodesStreamsAsAsked) {
  const auto first = [](StreamMessages::Form form) {
    StreamMessages messages(std::make_unique<Lines>(std::deque<std::string>{"foo\n"}), form);
    WebSocket::Message message;
    EXPECT_EQ(messages.poll(message), State::kData);
    return message;
  };
  EXPECT_EQ(first(StreamMessages::Form::kBinary).type, Type::kBinary);
  EXPECT_EQ(first(StreamMessages::Form::kBase64).data, "Zm9vCg==");
}

TEST(WebSocketUpgrade, TunnelsAndSlowsThePeerDown) {
  WebSocketUpgrade upgrade(std::make_unique<TunnelMessages>(std::make_unique<SlowEcho>()));
  Client client;
  client.socket.send(Type::kBinary, "abc");
  client.socket.send(Type::kBinary, "d");
  std::string input = client.socket.output();
  std::string echoed;
  for (int turn = 0; turn < 10; ++turn) {
    input.erase(0, upgrade.take(input));
    std::string output;
    if (upgrade.poll(output) == State::kData) {
      for (const auto& message : client.receive(output)) {
        EXPECT_LE(message.data.size(), 2U);
        echoed += message.data;
      }
    }
  }
  EXPECT_TRUE(input.empty());
  EXPECT_EQ(echoed, "abcd");
}

TEST(WebSocketUpgrade, AnswersPingsAndCloses) {
  WebSocketUpgrade upgrade(std::make_unique<TunnelMessages>(std::make_unique<SlowEcho>()));
  Client client;
  client.socket.ping("x");
  EXPECT_EQ(upgrade.take(client.socket.output()), client.socket.output().size());
  std::string output;
  EXPECT_EQ(upgrade.poll(output), State::kData);
  EXPECT_EQ(output, std::string("\x8a\x01x"));
  client.socket.output().clear();
  client.socket.close(WebSocket::kNormal);
  upgrade.take(client.socket.output());
  EXPECT_EQ(upgrade.poll(output), State::kEnd);
}

TEST(WebSocketUpgrade, EndsWithThePeer) {
  WebSocketUpgrade upgrade(std::make_unique<TunnelMessages>(std::make_unique<SlowEcho>()));
  upgrade.take_end();
  std::string output;
  EXPECT_EQ(upgrade.poll(output), State::kEnd);
}

}  // namespace
}  // namespace sluice::http
