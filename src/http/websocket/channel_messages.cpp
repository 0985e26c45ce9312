// SPDX-License-Identifier: Apache-2.0
#include "http/websocket/channel_messages.h"

#include <utility>

#include "base/text.h"

namespace sluice::http {

namespace {

constexpr std::size_t kMaxPiece = 16 * 1024;
constexpr unsigned char kCloseSignal = 255;

}  // namespace

ChannelMessages::ChannelMessages(Options options, std::vector<PipePair> channels,
                                 std::shared_ptr<void> session)
    : options_(std::move(options)), channels_(std::move(channels)), session_(std::move(session)) {}

ChannelMessages::~ChannelMessages() {
  for (const PipePair& channel : channels_) {
    if (channel.from_peer != nullptr) {
      channel.from_peer->end();
    }
    if (channel.to_peer != nullptr) {
      channel.to_peer->abandon();
    }
  }
}

void ChannelMessages::set_ready(std::function<void()> ready) {
  for (const PipePair& channel : channels_) {
    if (channel.from_peer != nullptr) {
      channel.from_peer->set_writable(ready);
    }
    if (channel.to_peer != nullptr) {
      channel.to_peer->set_readable(ready);
    }
  }
}

bool ChannelMessages::take(WebSocket::Message& message) {
  if (!incoming_) {
    incoming_ = open(message.data);
  }
  if (incoming_) {
    incoming_->data.erase(0, incoming_->pipe->write(incoming_->data));
    if (!incoming_->data.empty()) {
      return false;
    }
    incoming_.reset();
  }
  return true;
}

std::optional<ChannelMessages::Incoming> ChannelMessages::open(std::string_view data) {
  if (data.empty()) {
    return std::nullopt;
  }
  auto number = static_cast<unsigned char>(data.front());
  data.remove_prefix(1);
  const bool closes = options_.close_signal && number == kCloseSignal && data.size() == 1;
  if (closes) {
    number = static_cast<unsigned char>(data.front());
  } else if (options_.base64) {
    number = static_cast<unsigned char>(number - '0');
  }
  if (number >= channels_.size() || channels_[number].from_peer == nullptr) {
    return std::nullopt;
  }
  BytePipe* pipe = channels_[number].from_peer.get();
  if (closes) {
    pipe->end();
    return std::nullopt;
  }
  if (!options_.base64) {
    return Incoming{pipe, std::string(data)};
  }
  auto decoded = base64_decode(data);
  return decoded ? std::optional(Incoming{pipe, std::move(*decoded)}) : std::nullopt;
}

WebSocket::Message ChannelMessages::encode(std::size_t channel, std::string_view data) const {
  if (options_.base64) {
    return {WebSocket::Type::kText, static_cast<char>('0' + channel) + base64_encode(data)};
  }
  return {WebSocket::Type::kBinary, static_cast<char>(channel) + std::string(data)};
}

Stream::State ChannelMessages::poll(WebSocket::Message& message) {
  if (greeted_ < options_.greetings.size()) {
    const Greeting& greeting = options_.greetings[greeted_++];
    message = encode(greeting.channel, greeting.data);
    return Stream::State::kData;
  }
  bool ended = true;
  std::string data;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    if (channels_[i].to_peer == nullptr) {
      continue;
    }
    const auto state = channels_[i].to_peer->read(data, kMaxPiece);
    if (state == Stream::State::kData) {
      message = encode(i, data);
      return Stream::State::kData;
    }
    ended = ended && state == Stream::State::kEnd;
  }
  return ended ? Stream::State::kEnd : Stream::State::kPending;
}

}  // namespace sluice::http
