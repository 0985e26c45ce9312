// SPDX-License-Identifier: Apache-2.0
//
// nghttp2 reads frames and headers, keeps the windows and checks what RFC 9113 demands of messages;
// here requests are put together under our limits. A request over a limit is handed over at once
// with its refusal, and the rest of it is ignored: after the answer the stream is reset (section
// 8.1 of the RFC), as the peer may still be sending.
#include "http/http2_codec.h"

#include <nghttp2/nghttp2.h>

#include <array>
#include <vector>

#include "base/text.h"
#include "http/wire.h"

namespace sluice::http {

namespace {

constexpr std::uint32_t kStreamWindow = 256 * 1024;  // of request bodies, as upstream's
constexpr std::int32_t kConnectionWindow = 1024 * 1024;
constexpr std::size_t kFieldOverhead = 32;  // how the header list's size is counted

std::string_view text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

nghttp2_nv field(std::string_view name, std::string_view value) {
  // nghttp2 copies both; its interface merely lacks the const.
  auto bytes = [](std::string_view view) {
    return reinterpret_cast<std::uint8_t*>(const_cast<char*>(view.data()));
  };
  return {bytes(name), bytes(value), name.size(), value.size(), NGHTTP2_NV_FLAG_NONE};
}

bool ends_stream(const nghttp2_frame* frame) {
  return (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
}

// Belongs to HTTP/1.1's connections; a message of HTTP/2 with it is malformed.
bool is_connection_field(std::string_view name) {
  return name == "connection" || name == "transfer-encoding" || name == "upgrade" ||
         name == "keep-alive" || name == "content-length";
}

}  // namespace

// What nghttp2 calls; none of these throws through it.
struct Http2Codec::Callbacks {
  static Http2Codec& self(void* user) { return *static_cast<Http2Codec*>(user); }

  static int begin_headers(nghttp2_session*, const nghttp2_frame* frame, void* user) {
    if (frame->hd.type == NGHTTP2_HEADERS && frame->headers.cat == NGHTTP2_HCAT_REQUEST) {
      self(user).begin(frame->hd.stream_id);
    }
    return 0;
  }

  static int header(nghttp2_session*, const nghttp2_frame* frame, const std::uint8_t* name,
                    std::size_t name_size, const std::uint8_t* value, std::size_t value_size,
                    std::uint8_t, void* user) {
    if (frame->hd.type == NGHTTP2_HEADERS && frame->headers.cat == NGHTTP2_HCAT_REQUEST) {
      self(user).add_field(frame->hd.stream_id, text(name, name_size), text(value, value_size));
    }
    return 0;
  }

  static int data(nghttp2_session*, std::uint8_t, std::int32_t id, const std::uint8_t* bytes,
                  std::size_t size, void* user) {
    self(user).add_body(id, text(bytes, size));
    return 0;
  }

  static int begin_frame(nghttp2_session*, const nghttp2_frame_hd* head, void* user) {
    const bool useful = head->type == NGHTTP2_HEADERS || head->type == NGHTTP2_CONTINUATION ||
                        head->type == NGHTTP2_RST_STREAM || head->type == NGHTTP2_WINDOW_UPDATE ||
                        (head->type == NGHTTP2_DATA && (head->length > 0 || head->flags != 0));
    return useful || self(user).count_idle_frame() ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE;
  }

  static int frame_received(nghttp2_session*, const nghttp2_frame* frame, void* user) {
    Http2Codec& codec = self(user);
    const auto type = frame->hd.type;
    if (type == NGHTTP2_HEADERS && frame->headers.cat == NGHTTP2_HCAT_REQUEST) {
      codec.head_arrived(frame->hd.stream_id);
    }
    if ((type == NGHTTP2_DATA || type == NGHTTP2_HEADERS) && ends_stream(frame)) {
      codec.hand_over(frame->hd.stream_id);
    }
    return 0;
  }

  static int frame_sent(nghttp2_session* session, const nghttp2_frame* frame, void*) {
    const bool answer = frame->hd.type == NGHTTP2_DATA || frame->hd.type == NGHTTP2_HEADERS;
    if (answer && ends_stream(frame) &&
        nghttp2_session_get_stream_remote_close(session, frame->hd.stream_id) == 0) {
      nghttp2_submit_rst_stream(session, NGHTTP2_FLAG_NONE, frame->hd.stream_id, NGHTTP2_NO_ERROR);
    }
    return 0;
  }

  static int closed(nghttp2_session*, std::int32_t id, std::uint32_t, void* user) {
    Http2Codec& codec = self(user);
    codec.incoming_.erase(id);
    codec.owner_.on_closed(id);
    return 0;
  }

  static ssize_t read_body(nghttp2_session*, std::int32_t id, std::uint8_t* into, std::size_t size,
                           std::uint32_t* flags, nghttp2_data_source*, void* user) {
    const Piece piece = self(user).owner_.read_body(id, {reinterpret_cast<char*>(into), size});
    if (piece.then == Piece::Then::kBroken) {
      return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    }
    if (piece.then == Piece::Then::kEnd) {
      *flags |= NGHTTP2_DATA_FLAG_EOF;
    } else if (piece.bytes == 0) {
      return NGHTTP2_ERR_DEFERRED;
    }
    return static_cast<ssize_t>(piece.bytes);
  }
};

Http2Codec::Http2Codec(Owner& owner, Limits limits) : owner_(owner), limits_(limits) {
  nghttp2_session_callbacks* callbacks = nullptr;
  nghttp2_option* options = nullptr;
  CHECK(nghttp2_session_callbacks_new(&callbacks) == 0);
  CHECK(nghttp2_option_new(&options) == 0);
  nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks, Callbacks::begin_frame);
  nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, Callbacks::begin_headers);
  nghttp2_session_callbacks_set_on_header_callback(callbacks, Callbacks::header);
  nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, Callbacks::data);
  nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, Callbacks::frame_received);
  nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, Callbacks::frame_sent);
  nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, Callbacks::closed);
  nghttp2_option_set_no_closed_streams(options, 1);
  // Said although they are the library's defaults: resets 1000 and 33 per second, queued
  // acknowledgements, continuations of one header block.
  nghttp2_option_set_stream_reset_rate_limit(options, 1000, 33);
  nghttp2_option_set_max_outbound_ack(options, 1000);
  nghttp2_option_set_max_continuations(options, 8);
  CHECK(nghttp2_session_server_new2(&session_, callbacks, this, options) == 0);
  nghttp2_option_del(options);
  nghttp2_session_callbacks_del(callbacks);
  const std::array<nghttp2_settings_entry, 4> settings = {{
      {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, limits_.streams},
      {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, kStreamWindow},
      {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, static_cast<std::uint32_t>(limits_.head)},
      {NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1},
  }};
  nghttp2_submit_settings(session_, NGHTTP2_FLAG_NONE, settings.data(), settings.size());
  nghttp2_session_set_local_window_size(session_, NGHTTP2_FLAG_NONE, 0, kConnectionWindow);
}

Http2Codec::~Http2Codec() {
  nghttp2_session_del(session_);
}

Result<void> Http2Codec::receive(std::string_view bytes) {
  const auto used = nghttp2_session_mem_recv(
      session_, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  if (used >= 0) {
    return {};
  }
  broken_ = true;
  const auto error = static_cast<int>(used);
  const bool abusive = error == NGHTTP2_ERR_CALLBACK_FAILURE || error == NGHTTP2_ERR_FLOODED;
  nghttp2_session_terminate_session(session_,
                                    abusive ? NGHTTP2_ENHANCE_YOUR_CALM : NGHTTP2_PROTOCOL_ERROR);
  return fail(Code::kBadRequest, abusive ? "HTTP/2: too many frames without purpose"
                                         : std::string("HTTP/2: ") + nghttp2_strerror(error));
}

bool Http2Codec::produce(std::string& output) {
  const std::uint8_t* data = nullptr;
  const auto size = nghttp2_session_mem_send(session_, &data);
  if (size <= 0) {
    broken_ = broken_ || size < 0;
    return false;
  }
  output += text(data, static_cast<std::size_t>(size));
  return true;
}

void Http2Codec::begin(StreamId id) {
  incoming_.try_emplace(id);
  // Everyone's turn: without this a large answer is sent to its end before the next one begins.
  const nghttp2_extpri round_robin{.urgency = NGHTTP2_EXTPRI_DEFAULT_URGENCY, .inc = 1};
  nghttp2_session_change_extpri_stream_priority(session_, id, &round_robin, 1);
  owner_.on_arriving(id);
}

void Http2Codec::add_field(StreamId id, std::string_view name, std::string_view value) {
  const auto found = incoming_.find(id);
  if (found == incoming_.end()) {
    return;
  }
  Incoming& request = found->second;
  request.head_size += name.size() + value.size() + kFieldOverhead;
  if (request.head_size > limits_.head) {
    request.refusal = 431;
    request.why =
        "the request's headers are larger than " + std::to_string(limits_.head) + " bytes";
  } else if (name == ":method") {
    request.method = value;
  } else if (name == ":path") {
    request.target = value;
  } else if (name == ":authority") {
    request.headers.add("host", std::string(value));
  } else if (!name.starts_with(':') && (name != "host" || request.headers.get("host").empty())) {
    request.headers.add(std::string(name), std::string(value));
  }
}

void Http2Codec::head_arrived(StreamId id) {
  const auto found = incoming_.find(id);
  if (found == incoming_.end()) {
    return;
  }
  if (found->second.refusal != 0) {
    hand_over(id);
  } else if (same_name(found->second.headers.get("expect"), "100-continue")) {
    const nghttp2_nv status = field(":status", "100");
    nghttp2_submit_headers(session_, NGHTTP2_FLAG_NONE, id, nullptr, &status, 1, nullptr);
  }
}

void Http2Codec::add_body(StreamId id, std::string_view bytes) {
  const auto found = incoming_.find(id);
  if (found == incoming_.end() || found->second.handed_over) {
    return;
  }
  Incoming& request = found->second;
  if (request.body.size() + bytes.size() > limits_.body) {
    request.refusal = 413;
    request.why = "the request's body is larger than " + std::to_string(limits_.body) + " bytes";
    hand_over(id);
    return;
  }
  request.body += bytes;
  owner_.on_arriving(id);
}

// The entry stays, empty, so that what still arrives is known to be superfluous.
void Http2Codec::hand_over(StreamId id) {
  const auto found = incoming_.find(id);
  if (found == incoming_.end() || found->second.handed_over) {
    return;
  }
  Incoming request = std::move(found->second);
  found->second = Incoming();
  found->second.handed_over = true;
  owner_.on_request(id, std::move(request));
}

void Http2Codec::respond(StreamId id, const Response& response, Body body) {
  std::vector<std::pair<std::string, std::string>> fields;
  const bool has_content = response.status != 204 && response.status != 304;
  fields.emplace_back(":status", std::to_string(response.status));
  for (const auto& [name, value] : response.headers) {
    std::string lower = to_lower(name);
    if (!is_connection_field(lower)) {
      fields.emplace_back(std::move(lower), without_controls(value));
    }
  }
  if (has_content && !response.content_type.empty()) {
    fields.emplace_back("content-type", without_controls(response.content_type));
  }
  if (has_content && response.stream == nullptr) {
    fields.emplace_back("content-length", std::to_string(response.body.size()));
  }
  std::vector<nghttp2_nv> list;
  list.reserve(fields.size());
  for (const auto& [name, value] : fields) {
    list.push_back(field(name, value));
  }
  nghttp2_data_provider provider{};
  provider.read_callback = Callbacks::read_body;
  nghttp2_submit_response(session_, id, list.data(), list.size(),
                          body == Body::kFollows ? &provider : nullptr);
}

void Http2Codec::resume(StreamId id) {
  nghttp2_session_resume_data(session_, id);
}

void Http2Codec::reset(StreamId id, Reset reason) {
  nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, id,
                            reason == Reset::kRefused ? NGHTTP2_REFUSED_STREAM : NGHTTP2_CANCEL);
}

void Http2Codec::go_away() {
  nghttp2_submit_goaway(session_, NGHTTP2_FLAG_NONE,
                        nghttp2_session_get_last_proc_stream_id(session_), NGHTTP2_NO_ERROR,
                        nullptr, 0);
}

bool Http2Codec::finished() const {
  return broken_ ||
         (nghttp2_session_want_read(session_) == 0 && nghttp2_session_want_write(session_) == 0);
}

}  // namespace sluice::http
