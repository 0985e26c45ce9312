// SPDX-License-Identifier: Apache-2.0
#include "http/websocket/upgrade.h"

#include "base/text.h"

namespace sluice::http {

namespace {

constexpr std::size_t kMaxUnsent = 64 * 1024;  // of answers to a peer that does not read

}  // namespace

Stream::State WebSocketUpgrade::poll(std::string& chunk) {
  if (socket_.output().empty() && !socket_.close_sent() && !gone_) {
    WebSocket::Message message;
    const State state = endpoint_->poll(message);
    if (state == State::kPending) {
      return State::kPending;
    }
    if (state == State::kData) {
      socket_.send(message.type, message.data);
    } else {
      socket_.close(WebSocket::kNormal);
    }
  }
  chunk += socket_.output();
  socket_.output().clear();
  return gone_ || socket_.close_sent() ? State::kEnd : State::kData;
}

std::size_t WebSocketUpgrade::take(std::string_view bytes) {
  std::size_t used = 0;
  while (true) {
    if (waiting_ && !endpoint_->take(*waiting_)) {
      return used;
    }
    waiting_.reset();
    if (used == bytes.size() || socket_.output().size() > kMaxUnsent) {
      return used;
    }
    used += socket_.feed(bytes.substr(used));
    waiting_ = socket_.take_message();
  }
}

Stream::State StreamMessages::poll(WebSocket::Message& message) {
  const auto state = stream_->poll(message.data);
  message.type = form_ == Form::kBinary ? WebSocket::Type::kBinary : WebSocket::Type::kText;
  if (form_ == Form::kBase64) {
    message.data = base64_encode(message.data);
  }
  return state;
}

bool TunnelMessages::take(WebSocket::Message& message) {
  message.data.erase(0, inner_->take(message.data));
  return message.data.empty();
}

Stream::State TunnelMessages::poll(WebSocket::Message& message) {
  const auto state = inner_->poll(message.data);
  // The inner protocol's last words travel in a message of their own before the close.
  return state == Stream::State::kEnd && !message.data.empty() ? Stream::State::kData : state;
}

}  // namespace sluice::http
