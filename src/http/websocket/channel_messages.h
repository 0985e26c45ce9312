// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "http/pipe_pair.h"
#include "http/websocket/upgrade.h"

namespace sluice::http {

// The family of subprotocols *.channel.k8s.io: numbered channels in one WebSocket. The first byte
// of a message is its channel; with base64 it is the digit, and the rest is encoded. The connection
// is closed when all channels to the peer have ended.
class ChannelMessages final : public MessageEndpoint {
 public:
  struct Greeting {
    std::size_t channel = 0;
    std::string data;
  };
  struct Options {
    bool base64 = false;
    bool close_signal = false;        // [255, channel] ends a channel from the peer (v5)
    std::vector<Greeting> greetings;  // sent first, each in a message of its own
  };

  // `session` is kept until the connection ends.
  ChannelMessages(Options options, std::vector<PipePair> channels, std::shared_ptr<void> session);
  ~ChannelMessages() override;

  bool take(WebSocket::Message& message) override;
  Stream::State poll(WebSocket::Message& message) override;
  void set_ready(std::function<void()> ready) override;

 private:
  struct Incoming {
    BytePipe* pipe = nullptr;
    std::string data;
  };

  // The message's channel and bytes; nothing when it is for nobody.
  std::optional<Incoming> open(std::string_view data);
  WebSocket::Message encode(std::size_t channel, std::string_view data) const;

  Options options_;
  std::vector<PipePair> channels_;
  std::shared_ptr<void> session_;
  std::size_t greeted_ = 0;
  std::optional<Incoming> incoming_;  // partly delivered
};

}  // namespace sluice::http
