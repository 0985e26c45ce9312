// SPDX-License-Identifier: Apache-2.0
#include "http/http2_call.h"

#include <nghttp2/nghttp2.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "base/pump.h"
#include "base/text.h"
#include "http/sockets.h"

namespace sluice::http {
namespace {

constexpr std::size_t kReadSize = 16 * 1024;

Error broken(std::string message) {
  return {Code::kUnavailable, std::move(message)};
}

// The one stream of the connection; what nghttp2 calls back goes in here.
struct Call {
  const Http2Request& request;
  std::size_t most;
  std::size_t sent = 0;
  std::size_t received = 0;
  Http2Answer answer = {};
  bool closed = false;
  std::uint32_t error = NGHTTP2_NO_ERROR;

  bool take(std::size_t bytes) {
    received += bytes;
    return received <= most;
  }
};

Call& call_of(void* user) {
  return *static_cast<Call*>(user);
}

int on_header(nghttp2_session*, const nghttp2_frame*, const std::uint8_t* name,
              std::size_t name_size, const std::uint8_t* value, std::size_t value_size,
              std::uint8_t, void* user) {
  Call& call = call_of(user);
  std::string key(reinterpret_cast<const char*>(name), name_size);
  std::string text(reinterpret_cast<const char*>(value), value_size);
  if (!call.take(name_size + value_size)) {
    return NGHTTP2_ERR_CALLBACK_FAILURE;
  }
  if (key == ":status") {
    call.answer.status = static_cast<int>(parse_int(text).value_or(0));
  } else {
    call.answer.headers.add(std::move(key), std::move(text));
  }
  return 0;
}

int on_data(nghttp2_session*, std::uint8_t, std::int32_t, const std::uint8_t* data,
            std::size_t size, void* user) {
  Call& call = call_of(user);
  if (!call.take(size)) {
    return NGHTTP2_ERR_CALLBACK_FAILURE;
  }
  call.answer.body.append(reinterpret_cast<const char*>(data), size);
  return 0;
}

int on_close(nghttp2_session*, std::int32_t, std::uint32_t error, void* user) {
  call_of(user).closed = true;
  call_of(user).error = error;
  return 0;
}

ssize_t read_body(nghttp2_session*, std::int32_t, std::uint8_t* into, std::size_t size,
                  std::uint32_t* flags, nghttp2_data_source*, void* user) {
  Call& call = call_of(user);
  const std::size_t taken = std::min(size, call.request.body.size() - call.sent);
  std::copy_n(call.request.body.data() + call.sent, taken, into);
  call.sent += taken;
  if (call.sent == call.request.body.size()) {
    *flags |= NGHTTP2_DATA_FLAG_EOF;
  }
  return static_cast<ssize_t>(taken);
}

using Session = std::unique_ptr<nghttp2_session, decltype(&nghttp2_session_del)>;

Session make_session(Call& call) {
  nghttp2_session_callbacks* callbacks = nullptr;
  nghttp2_session_callbacks_new(&callbacks);
  nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
  nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
  nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
  nghttp2_session* session = nullptr;
  nghttp2_session_client_new(&session, callbacks, &call);
  nghttp2_session_callbacks_del(callbacks);
  return {session, nghttp2_session_del};
}

void submit(nghttp2_session* session, const Http2Request& request) {
  std::vector<std::pair<std::string, std::string>> fields{{":method", request.method},
                                                          {":scheme", "http"},
                                                          {":authority", request.authority},
                                                          {":path", request.path}};
  fields.insert(fields.end(), request.headers.begin(), request.headers.end());
  std::vector<nghttp2_nv> list;
  for (auto& [name, value] : fields) {
    list.push_back({reinterpret_cast<std::uint8_t*>(name.data()),
                    reinterpret_cast<std::uint8_t*>(value.data()), name.size(), value.size(),
                    NGHTTP2_NV_FLAG_NONE});
  }
  nghttp2_data_provider provider{};
  provider.read_callback = read_body;
  nghttp2_submit_settings(session, NGHTTP2_FLAG_NONE, nullptr, 0);
  nghttp2_submit_request(session, nullptr, list.data(), list.size(),
                         request.body.empty() ? nullptr : &provider, nullptr);
}

Result<void> write_all(PumpEnd& end, std::string_view bytes, SteadyTime deadline) {
  while (!bytes.empty()) {
    const auto progress = end.write(bytes);
    if (!progress) {
      return tl::unexpected(broken(progress.error().message));
    }
    bytes.remove_prefix(progress->bytes);
    if (progress->next == PumpEnd::Next::kWaitWrite) {
      TRY(wait_for(end.fd(), POLLOUT, deadline));
    }
  }
  return {};
}

Result<void> send_pending(nghttp2_session* session, PumpEnd& end, SteadyTime deadline) {
  const std::uint8_t* data = nullptr;
  for (auto size = nghttp2_session_mem_send(session, &data); size > 0;
       size = nghttp2_session_mem_send(session, &data)) {
    TRY(write_all(end, {reinterpret_cast<const char*>(data), static_cast<std::size_t>(size)},
                  deadline));
  }
  return {};
}

Result<void> receive_some(nghttp2_session* session, PumpEnd& end, SteadyTime deadline) {
  std::array<char, kReadSize> buffer{};
  const auto progress = end.read(buffer);
  if (!progress) {
    return tl::unexpected(broken(progress.error().message));
  }
  if (progress->next == PumpEnd::Next::kEnd) {
    return tl::unexpected(broken("the server closed the connection"));
  }
  if (progress->next == PumpEnd::Next::kWaitRead) {
    return wait_for(end.fd(), POLLIN, deadline);
  }
  const auto used = nghttp2_session_mem_recv(
      session, reinterpret_cast<const std::uint8_t*>(buffer.data()), progress->bytes);
  if (used < 0) {
    return tl::unexpected(broken(nghttp2_strerror(static_cast<int>(used))));
  }
  return {};
}

}  // namespace

Result<Http2Answer> http2_call(UniqueFd connection, const Http2Request& request, std::size_t most,
                               SteadyTime deadline) {
  const std::unique_ptr<PumpEnd> end = make_pump_end(std::move(connection));
  Call call{.request = request, .most = most};
  const Session session = make_session(call);
  submit(session.get(), request);
  while (!call.closed) {
    TRY(send_pending(session.get(), *end, deadline));
    if (nghttp2_session_want_read(session.get()) == 0) {
      return tl::unexpected(broken("the server does not speak HTTP/2"));
    }
    TRY(receive_some(session.get(), *end, deadline));
  }
  if (call.error != NGHTTP2_NO_ERROR) {
    return tl::unexpected(
        broken(std::string("stream reset: ") + nghttp2_http2_strerror(call.error)));
  }
  return std::move(call.answer);
}

}  // namespace sluice::http
