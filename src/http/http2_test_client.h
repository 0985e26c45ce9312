// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nghttp2/nghttp2.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "http/client.h"
#include "http/connection.h"

namespace sluice::http {

// A client's HTTP/2 connection for tests: one thread, several streams at a time, and every means to
// misbehave (session(), send_raw()).
class Http2TestConnection {
 public:
  struct Answer {
    int status = 0;
    int informational = 0;  // the last 1xx status
    Headers headers;
    std::string body;
    bool closed = false;
    std::uint32_t error = 0;  // of RST_STREAM
  };

  static Result<std::unique_ptr<Http2TestConnection>> open(const ClientOptions& options,
                                                           SteadyTime deadline) {
    TRY_ASSIGN(SslContextPtr context,
               client_tls_context({options.certificate_pem, options.key_pem}, options.ca_pem));
    SSL_CTX_set_alpn_protos(context.get(), reinterpret_cast<const unsigned char*>("\x02h2"), 3);
    TRY_ASSIGN(Connection connection,
               Connection::open(context.get(), {options.host, options.port}, deadline));
    return std::unique_ptr<Http2TestConnection>(
        new Http2TestConnection(std::move(context), std::move(connection)));
  }
  ~Http2TestConnection() { nghttp2_session_del(session_); }
  Http2TestConnection(const Http2TestConnection&) = delete;
  Http2TestConnection& operator=(const Http2TestConnection&) = delete;

  std::int32_t ask(const ClientRequest& request, std::vector<std::string> fields = {}) {
    std::vector<std::string> texts = {":method", request.method, ":scheme",    "https",
                                      ":path",   request.target, ":authority", "test"};
    texts.insert(texts.end(), fields.begin(), fields.end());
    std::vector<nghttp2_nv> list;
    for (std::size_t i = 0; i + 1 < texts.size(); i += 2) {
      list.push_back({bytes(texts[i]), bytes(texts[i + 1]), texts[i].size(), texts[i + 1].size(),
                      NGHTTP2_NV_FLAG_NONE});
    }
    nghttp2_data_provider provider{};
    provider.read_callback = read_body;
    const auto id = nghttp2_submit_request(session_, nullptr, list.data(), list.size(),
                                           request.body.empty() ? nullptr : &provider, nullptr);
    bodies_[id] = {request.body, 0};
    return id;
  }

  // Exchanges bytes once; Timeout when nothing arrived. A closed connection shows in `ended`.
  Result<void> step(SteadyTime deadline) {
    TRY(flush(deadline));
    std::string input;
    TRY_ASSIGN(const bool open, connection_.read(input, deadline));
    if (!open) {
      ended = true;
      return fail(Code::kUnavailable, "the server closed the connection");
    }
    const auto used = nghttp2_session_mem_recv(
        session_, reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    if (used < 0) {
      return fail(Code::kUnavailable, nghttp2_strerror(static_cast<int>(used)));
    }
    return flush(deadline);
  }

  Result<void> flush(SteadyTime deadline) {
    const std::uint8_t* data = nullptr;
    for (auto size = nghttp2_session_mem_send(session_, &data); size > 0;
         size = nghttp2_session_mem_send(session_, &data)) {
      TRY(send_raw({reinterpret_cast<const char*>(data), static_cast<std::size_t>(size)},
                   deadline));
    }
    return {};
  }

  Result<void> send_raw(std::string_view raw, SteadyTime deadline) {
    return connection_.write(raw, deadline);
  }

  template <class Condition>
  Result<void> until(Condition condition, SteadyTime deadline) {
    TRY(flush(deadline));
    while (!condition()) {
      TRY(step(deadline));
    }
    return {};
  }

  Result<Answer> finish(std::int32_t id, SteadyTime deadline) {
    TRY(until([&] { return answers[id].closed; }, deadline));
    return answers[id];
  }

  nghttp2_session* session() { return session_; }
  void interrupt() { connection_.interrupt(); }

  std::map<std::int32_t, Answer> answers;
  bool ended = false;
  std::uint32_t going_away = 0;  // 1 + the error code of GOAWAY
  int pings = 0;                 // acknowledged ones

 private:
  Http2TestConnection(SslContextPtr context, Connection connection)
      : context_(std::move(context)), connection_(std::move(connection)) {
    nghttp2_session_callbacks* callbacks = nullptr;
    nghttp2_session_callbacks_new(&callbacks);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
    nghttp2_option* options = nullptr;
    nghttp2_option_new(&options);
    nghttp2_option_set_max_send_header_block_length(options, 1 << 20);
    nghttp2_session_client_new2(&session_, callbacks, this, options);
    nghttp2_option_del(options);
    nghttp2_session_callbacks_del(callbacks);
    nghttp2_submit_settings(session_, NGHTTP2_FLAG_NONE, nullptr, 0);
  }

  static std::uint8_t* bytes(std::string& text) {
    return reinterpret_cast<std::uint8_t*>(text.data());
  }
  static Http2TestConnection& self(void* user) { return *static_cast<Http2TestConnection*>(user); }

  static int on_header(nghttp2_session*, const nghttp2_frame* frame, const std::uint8_t* name,
                       std::size_t name_size, const std::uint8_t* value, std::size_t value_size,
                       std::uint8_t, void* user) {
    Answer& answer = self(user).answers[frame->hd.stream_id];
    const std::string key(reinterpret_cast<const char*>(name), name_size);
    const std::string text(reinterpret_cast<const char*>(value), value_size);
    if (key == ":status") {
      const int status = std::stoi(text);
      (status < 200 ? answer.informational : answer.status) = status;
    } else {
      answer.headers.add(key, text);
    }
    return 0;
  }
  static int on_data(nghttp2_session*, std::uint8_t, std::int32_t id, const std::uint8_t* data,
                     std::size_t size, void* user) {
    self(user).answers[id].body.append(reinterpret_cast<const char*>(data), size);
    return 0;
  }
  static int on_close(nghttp2_session*, std::int32_t id, std::uint32_t error, void* user) {
    self(user).answers[id].closed = true;
    self(user).answers[id].error = error;
    return 0;
  }
  static int on_frame(nghttp2_session*, const nghttp2_frame* frame, void* user) {
    if (frame->hd.type == NGHTTP2_GOAWAY) {
      self(user).going_away = frame->goaway.error_code + 1;
    } else if (frame->hd.type == NGHTTP2_PING && (frame->hd.flags & NGHTTP2_FLAG_ACK) != 0) {
      ++self(user).pings;
    }
    return 0;
  }
  static ssize_t read_body(nghttp2_session*, std::int32_t id, std::uint8_t* into, std::size_t size,
                           std::uint32_t* flags, nghttp2_data_source*, void* user) {
    auto& [body, sent] = self(user).bodies_[id];
    const std::size_t taken = std::min(size, body.size() - sent);
    std::copy_n(body.data() + sent, taken, into);
    sent += taken;
    if (sent == body.size()) {
      *flags |= NGHTTP2_DATA_FLAG_EOF;
    }
    return static_cast<ssize_t>(taken);
  }

  SslContextPtr context_;
  Connection connection_;
  nghttp2_session* session_ = nullptr;
  std::map<std::int32_t, std::pair<std::string, std::size_t>> bodies_;
};

class Http2TestLines final : public LineStream {
 public:
  Http2TestLines(std::unique_ptr<Http2TestConnection> connection, std::int32_t id)
      : connection_(std::move(connection)), id_(id) {}

  Result<std::optional<std::string>> read_line(Duration timeout) override {
    auto& answer = connection_->answers[id_];
    const auto has_line = [&] {
      return answer.closed || answer.body.find('\n') != std::string::npos;
    };
    TRY(connection_->until(has_line, RealClock().steady() + timeout));
    if (answer.body.empty()) {
      return fail(Code::kUnavailable, "the body ended");
    }
    const std::size_t end = answer.body.find('\n');
    std::string line = answer.body.substr(0, end);
    answer.body.erase(0, end == std::string::npos ? end : end + 1);
    return line;
  }
  void stop() override { connection_->interrupt(); }

 private:
  std::unique_ptr<Http2TestConnection> connection_;
  std::int32_t id_;
};

// The client's interface over HTTP/2, a connection per request.
class Http2TestClient final : public Client {
 public:
  explicit Http2TestClient(ClientOptions options) : options_(std::move(options)) {}

  Result<ClientResponse> send(const ClientRequest& request, Duration timeout) override {
    const SteadyTime deadline = RealClock().steady() + timeout;
    TRY_ASSIGN(const auto connection, Http2TestConnection::open(options_, deadline));
    const auto id = connection->ask(request);
    TRY_ASSIGN(auto answer, connection->finish(id, deadline));
    return ClientResponse{answer.status, std::move(answer.headers), std::move(answer.body)};
  }

  Result<Opened> open(const ClientRequest& request, Duration timeout) override {
    const SteadyTime deadline = RealClock().steady() + timeout;
    TRY_ASSIGN(auto connection, Http2TestConnection::open(options_, deadline));
    const auto id = connection->ask(request);
    TRY(connection->until([&] { return connection->answers[id].status != 0; }, deadline));
    return Opened{.lines = std::make_unique<Http2TestLines>(std::move(connection), id),
                  .refused = {}};
  }

  Result<Download> download(const ClientRequest&, Duration) override {
    return fail(Code::kUnsupported, "downloads over HTTP/2");
  }

 private:
  ClientOptions options_;
};

inline std::unique_ptr<Client> make_http2_client(ClientOptions options) {
  return std::make_unique<Http2TestClient>(std::move(options));
}

}  // namespace sluice::http
