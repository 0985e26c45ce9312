// SPDX-License-Identifier: Apache-2.0
#include "streams/port_forward.h"

#include <atomic>
#include <map>

#include "base/text.h"
#include "http/websocket/channel_messages.h"

namespace sluice::streams {

namespace {

// One forwarded connection: its pipes, and what keeps it at the kubelet.
struct Forwarded {
  http::PipePair data;
  http::PipePair error;
  // Shared with the kubelet's call when it is over.
  std::shared_ptr<std::atomic<bool>> closed = std::make_shared<std::atomic<bool>>(false);
  std::shared_ptr<void> connection;
};

Forwarded make_forwarded() {
  return {.data = {std::make_shared<BytePipe>(), std::make_shared<BytePipe>()},
          .error = {nullptr, std::make_shared<BytePipe>()}};
}

void connect(const ForwardTarget& target, std::uint16_t port, Forwarded& forwarded) {
  const std::string doing = "error forwarding port " + std::to_string(port) + " to pod " +
                            target.pod.name + ", uid " + target.uid;
  const client::OnClose on_close = [doing, error = forwarded.error.to_peer,
                                    closed = forwarded.closed](const Result<void>& outcome) {
    if (!outcome) {
      error->write(doing + ": " + outcome.error().message);
    }
    error->end();
    *closed = true;
  };
  auto connection = target.access.connect(
      target.pod, port, {forwarded.data.from_peer, forwarded.data.to_peer}, on_close);
  if (connection) {
    forwarded.connection = std::move(*connection);
    return;
  }
  forwarded.data.from_peer->abandon();
  forwarded.data.to_peer->end();
  on_close(tl::unexpected(connection.error()));
}

// Matches the two streams of each connection by their request id.
class ForwardEndpoint final : public http::SpdyEndpoint {
 public:
  explicit ForwardEndpoint(ForwardTarget target) : target_(std::move(target)) {}

  Result<http::PipePair> accept(std::uint32_t id, const http::Headers& headers) override {
    TRY_ASSIGN(const std::uint16_t port, parse_port(std::string(headers.get("port"))));
    const std::string_view type = headers.get("streamType");
    const bool is_data = type == "data";
    if (!is_data && type != "error") {
      return fail(Code::kBadRequest, "invalid stream type \"" + std::string(type) + "\"");
    }
    Half& half = halves_[request_id(id, headers)];
    bool& opened = is_data ? half.has_data : half.has_error;
    if (opened) {
      return fail(Code::kBadRequest, std::string(type) + " stream already assigned");
    }
    opened = true;
    http::PipePair pipes = is_data ? half.forwarded.data : half.forwarded.error;
    if (half.has_data && half.has_error) {
      start(std::move(half.forwarded), port);
      halves_.erase(request_id(id, headers));
    }
    return pipes;
  }

  Phase phase() const override { return Phase::kOpen; }
  void set_ready(std::function<void()>) override {}

 private:
  struct Half {
    Forwarded forwarded = make_forwarded();
    bool has_data = false;
    bool has_error = false;
  };

  // Clients without request ids open the error stream first and the data stream right after it.
  static std::string request_id(std::uint32_t id, const http::Headers& headers) {
    const std::string_view given = headers.get("requestID");
    if (!given.empty()) {
      return std::string(given);
    }
    return "stream " + std::to_string(headers.get("streamType") == "data" ? id - 2 : id);
  }

  void start(Forwarded forwarded, std::uint16_t port) {
    std::erase_if(running_, [](const Forwarded& one) { return one.closed->load(); });
    connect(target_, port, forwarded);
    running_.push_back(std::move(forwarded));
  }

  const ForwardTarget target_;
  std::map<std::string, Half> halves_;
  std::vector<Forwarded> running_;
};

}  // namespace

Result<std::uint16_t> parse_port(const std::string& text) {
  if (text.empty()) {
    return fail(Code::kBadRequest, "\"port\" header is required");
  }
  const auto number = parse_int(text);
  if (!number || *number > 65535 || *number < 0) {
    return fail(Code::kBadRequest, "unable to parse \"" + text + "\" as a port");
  }
  if (*number < 1) {
    return fail(Code::kBadRequest, "port \"" + text + "\" must be > 0");
  }
  return static_cast<std::uint16_t>(*number);
}

Result<std::vector<std::uint16_t>> parse_ports(const http::Target& target) {
  std::vector<std::uint16_t> ports;
  for (const auto& [name, value] : target.query) {
    if (name != "ports") {
      continue;
    }
    if (value.empty()) {
      return fail(Code::kBadRequest, "query parameter \"ports\" cannot be empty");
    }
    for (const std::string_view part : split(value, ',')) {
      TRY_ASSIGN(const std::uint16_t port, parse_port(std::string(part)));
      ports.push_back(port);
    }
  }
  return ports;
}

std::unique_ptr<http::Upgrade> websocket_port_forward(const StreamProtocol& protocol,
                                                      const ForwardTarget& target,
                                                      const std::vector<std::uint16_t>& ports) {
  // Shared because the upgrade keeps it as an opaque session.
  auto running = std::make_shared<std::vector<Forwarded>>();
  http::ChannelMessages::Options options{.base64 = protocol.base64()};
  std::vector<http::PipePair> channels;
  for (const std::uint16_t port : ports) {
    Forwarded forwarded = make_forwarded();
    const std::string prefix{static_cast<char>(port & 0xff), static_cast<char>(port >> 8)};
    options.greetings.push_back({channels.size(), prefix});
    options.greetings.push_back({channels.size() + 1, prefix});
    channels.push_back(forwarded.data);
    channels.push_back(forwarded.error);
    connect(target, port, forwarded);
    running->push_back(std::move(forwarded));
  }
  return std::make_unique<http::WebSocketUpgrade>(std::make_unique<http::ChannelMessages>(
      std::move(options), std::move(channels), std::move(running)));
}

std::unique_ptr<http::Upgrade> spdy_port_forward(const ForwardTarget& target) {
  return std::make_unique<http::SpdyUpgrade>(std::make_unique<ForwardEndpoint>(target));
}

}  // namespace sluice::streams
