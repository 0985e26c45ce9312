// SPDX-License-Identifier: Apache-2.0
#include "http/websocket/channel_messages.h"

#include <gtest/gtest.h>

namespace sluice::http {
namespace {

using State = Stream::State;
using Type = WebSocket::Type;

class ChannelMessagesTest : public testing::Test {
 protected:
  ChannelMessages make(ChannelMessages::Options options) {
    return {options,
            {PipePair{in_, nullptr}, PipePair{nullptr, out_}, PipePair{nullptr, error_}},
            nullptr};
  }
  static WebSocket::Message binary(std::string data) { return {Type::kBinary, std::move(data)}; }
  static std::string text_of(BytePipe& pipe) {
    std::string text;
    pipe.read(text);
    return text;
  }

  std::shared_ptr<BytePipe> in_ = std::make_shared<BytePipe>(4);
  std::shared_ptr<BytePipe> out_ = std::make_shared<BytePipe>();
  std::shared_ptr<BytePipe> error_ = std::make_shared<BytePipe>();
};

TEST_F(ChannelMessagesTest, PutsTheChannelInFront) {
  auto messages = make({});
  out_->write("hi");
  error_->write("!");
  WebSocket::Message message;
  EXPECT_EQ(messages.poll(message), State::kData);
  EXPECT_EQ(message.data, "\x01hi");
  EXPECT_EQ(messages.poll(message), State::kData);
  EXPECT_EQ(message.data, "\x02!");
  EXPECT_EQ(messages.poll(message), State::kPending);
  out_->end();
  EXPECT_EQ(messages.poll(message), State::kPending);
  error_->end();
  EXPECT_EQ(messages.poll(message), State::kEnd);
}

TEST_F(ChannelMessagesTest, SpeaksBase64) {
  auto messages = make({.base64 = true, .greetings = {{1, ""}}});
  WebSocket::Message message;
  EXPECT_EQ(messages.poll(message), State::kData);
  EXPECT_EQ(message.data, "1");
  out_->write("\n");
  EXPECT_EQ(messages.poll(message), State::kData);
  EXPECT_EQ(message.type, Type::kText);
  EXPECT_EQ(message.data, "1Cg==");
  WebSocket::Message input{Type::kText, "0Zm9v"};
  EXPECT_TRUE(messages.take(input));
  EXPECT_EQ(text_of(*in_), "foo");
  WebSocket::Message wrong{Type::kText, "0%%%"};
  EXPECT_TRUE(messages.take(wrong));
  EXPECT_EQ(text_of(*in_), "");
}

TEST_F(ChannelMessagesTest, TakesNoMoreThanFits) {
  auto messages = make({});
  auto message = binary(std::string("\0abcdef", 7));
  EXPECT_FALSE(messages.take(message));
  EXPECT_EQ(text_of(*in_), "abcd");
  EXPECT_TRUE(messages.take(message));
  EXPECT_EQ(text_of(*in_), "ef");
}

TEST_F(ChannelMessagesTest, EndsAChannelOnTheCloseSignal) {
  auto messages = make({.close_signal = true});
  auto message = binary(std::string("\xff\0", 2));
  EXPECT_TRUE(messages.take(message));
  std::string text;
  EXPECT_EQ(in_->read(text), State::kEnd);
}

TEST_F(ChannelMessagesTest, IgnoresMessagesForNobody) {
  auto messages = make({});
  for (const std::string data : {"", "\x01 to stdout", "\x09x", "\xff"}) {
    auto message = binary(data);
    EXPECT_TRUE(messages.take(message));
  }
  EXPECT_EQ(text_of(*in_), "");
}

TEST_F(ChannelMessagesTest, LetsGoOfThePipesAtTheEnd) {
  { auto messages = make({}); }
  EXPECT_TRUE(out_->abandoned());
  std::string text;
  EXPECT_EQ(in_->read(text), State::kEnd);
}

}  // namespace
}  // namespace sluice::http
