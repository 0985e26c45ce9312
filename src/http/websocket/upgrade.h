// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "http/message.h"
#include "http/websocket/websocket.h"

namespace sluice::http {

// What is behind a WebSocket: takes the peer's messages and makes those for it. Used by the
// connection's thread; never blocks.
class MessageEndpoint {
 public:
  virtual ~MessageEndpoint() = default;

  // Whether all of it was taken; otherwise `message` holds what is left, offered again after the
  // wake-up.
  virtual bool take(WebSocket::Message& message) = 0;

  // kData: `message` is to be sent. kEnd: that was all, the connection is closed.
  virtual Stream::State poll(WebSocket::Message& message) = 0;

  virtual void set_ready(std::function<void()> ready) = 0;
};

// A server's connection that speaks WebSocket with its peer and messages with `endpoint`.
class WebSocketUpgrade final : public Upgrade {
 public:
  explicit WebSocketUpgrade(std::unique_ptr<MessageEndpoint> endpoint)
      : endpoint_(std::move(endpoint)) {}

  State poll(std::string& chunk) override;
  void set_ready(std::function<void()> ready) override { endpoint_->set_ready(std::move(ready)); }
  std::size_t take(std::string_view bytes) override;
  void take_end() override { gone_ = true; }

 private:
  WebSocket socket_{WebSocket::Role::kServer};
  std::unique_ptr<MessageEndpoint> endpoint_;
  std::optional<WebSocket::Message> waiting_;  // not yet taken by the endpoint
  bool gone_ = false;
};

// The chunks of a stream, one message each; what the peer says is ignored.
class StreamMessages final : public MessageEndpoint {
 public:
  enum class Form { kText, kBinary, kBase64 };
  StreamMessages(std::unique_ptr<Stream> stream, Form form)
      : stream_(std::move(stream)), form_(form) {}

  bool take(WebSocket::Message&) override { return true; }
  Stream::State poll(WebSocket::Message& message) override;
  void set_ready(std::function<void()> ready) override { stream_->set_ready(std::move(ready)); }

 private:
  std::unique_ptr<Stream> stream_;
  const Form form_;
};

// Another upgraded protocol inside: its bytes travel in binary messages.
class TunnelMessages final : public MessageEndpoint {
 public:
  explicit TunnelMessages(std::unique_ptr<Upgrade> inner) : inner_(std::move(inner)) {}

  bool take(WebSocket::Message& message) override;
  Stream::State poll(WebSocket::Message& message) override;
  void set_ready(std::function<void()> ready) override { inner_->set_ready(std::move(ready)); }

 private:
  std::unique_ptr<Upgrade> inner_;
};

}  // namespace sluice::http
