// SPDX-License-Identifier: Apache-2.0
#include "http/websocket/client.h"

#include "base/random.h"
#include "base/text.h"
#include "http/client_wire.h"
#include "http/websocket/handshake.h"

namespace sluice::http {

Result<WebSocketClient::Opened> WebSocketClient::open(const ClientOptions& options,
                                                      const std::string& target,
                                                      std::string_view protocols,
                                                      SteadyTime deadline) {
  TRY_ASSIGN(const SslContextPtr context, client_context(options));
  TRY_ASSIGN(Connection connection, Connection::open(context.get(), server_of(options), deadline));
  const std::string key = base64_encode(random_bytes(16));
  ClientRequest request{.target = target};
  request.headers.add("Connection", "Upgrade");
  request.headers.add("Upgrade", "websocket");
  request.headers.add("Sec-WebSocket-Version", "13");
  request.headers.add("Sec-WebSocket-Key", key);
  request.headers.add("Sec-WebSocket-Protocol", std::string(protocols));
  TRY(connection.write(request_text(options, request), deadline));
  MessageParser answer(MessageParser::Kind::kResponse, {});
  while (!answer.done()) {
    TRY(connection.read(answer, deadline));
  }
  Opened opened;
  if (answer.status() != 101) {
    opened.refused = {.status = answer.status(),
                      .headers = std::move(answer.headers()),
                      .body = std::move(answer.body())};
    return opened;
  }
  if (answer.headers().get("Sec-WebSocket-Accept") != websocket_accept(key)) {
    return fail(Code::kUnavailable, "the server's answer: it does not speak WebSocket");
  }
  opened.socket.reset(new WebSocketClient(
      std::move(connection), std::string(answer.headers().get("Sec-WebSocket-Protocol"))));
  return opened;
}

Result<void> WebSocketClient::flush(SteadyTime deadline) {
  TRY(connection_.write(socket_.output(), deadline));
  socket_.output().clear();
  return {};
}

Result<void> WebSocketClient::send(std::string_view data, SteadyTime deadline) {
  socket_.send(WebSocket::Type::kBinary, data);
  return flush(deadline);
}

Result<std::optional<WebSocket::Message>> WebSocketClient::next(SteadyTime deadline) {
  while (true) {
    input_.erase(0, socket_.feed(input_));
    if (auto message = socket_.take_message()) {
      return message;
    }
    TRY(flush(deadline));  // answers to pings and goodbyes
    if (socket_.over()) {
      return std::nullopt;
    }
    if (input_.empty()) {
      TRY_ASSIGN(const bool more, connection_.read(input_, deadline));
      if (!more) {
        return fail(Code::kUnavailable, "the server closed the connection");
      }
    }
  }
}

}  // namespace sluice::http
