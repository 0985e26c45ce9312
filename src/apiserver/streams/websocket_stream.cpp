// SPDX-License-Identifier: Apache-2.0
#include "apiserver/streams/websocket_stream.h"

#include <array>
#include <utility>

#include "apiserver/status.h"
#include "http/websocket/handshake.h"
#include "http/websocket/upgrade.h"

namespace sluice::apiserver {

namespace {

using Form = http::StreamMessages::Form;

constexpr auto kLogProtocols =
    std::to_array<std::string_view>({"", "binary.k8s.io", "base64.binary.k8s.io"});

class OneChunk final : public Stream {
 public:
  explicit OneChunk(std::string chunk) : chunk_(std::move(chunk)) {}
  State poll(std::string& chunk) override {
    chunk = std::exchange(chunk_, "");
    return chunk.empty() ? State::kEnd : State::kData;
  }
  void set_ready(std::function<void()>) override {}

 private:
  std::string chunk_;
};

http::Response messages(http::Response response, std::unique_ptr<Stream> stream, Form form) {
  response.upgrade = std::make_unique<http::WebSocketUpgrade>(
      std::make_unique<http::StreamMessages>(std::move(stream), form));
  return response;
}

}  // namespace

bool wants_websocket(const http::Request& request) {
  return http::wants_upgrade(request.headers, "websocket");
}

http::Response watch_over_websocket(const http::Request& request, std::unique_ptr<Stream> events) {
  const auto offer = http::websocket_offer(request);
  if (!offer) {
    return error_response(offer.error());
  }
  const std::string protocol = offer->protocols.empty() ? "" : offer->protocols.front();
  return messages(http::websocket_response(*offer, protocol), std::move(events), Form::kText);
}

http::Response event_over_websocket(const http::Request& request, std::string event) {
  return watch_over_websocket(request, std::make_unique<OneChunk>(std::move(event)));
}

http::Response log_over_websocket(const http::Request& request, std::unique_ptr<Stream> log) {
  const auto offer = http::websocket_offer(request);
  if (!offer) {
    return error_response(offer.error());
  }
  const auto protocol = http::choose_subprotocol(*offer, kLogProtocols);
  if (!protocol) {
    return error_response(protocol.error());
  }
  if (log == nullptr) {
    log = std::make_unique<OneChunk>("");
  }
  return messages(http::websocket_response(*offer, *protocol), std::move(log),
                  *protocol == "base64.binary.k8s.io" ? Form::kBase64 : Form::kBinary);
}

}  // namespace sluice::apiserver
