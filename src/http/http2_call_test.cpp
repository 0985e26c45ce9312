// SPDX-License-Identifier: Apache-2.0
// Against a server made of nghttp2 itself, because ours sends no trailers.
#include "http/http2_call.h"

#include <gtest/gtest.h>
#include <nghttp2/nghttp2.h>
#include <sys/socket.h>

#include <array>
#include <cstring>
#include <optional>
#include <thread>

namespace sluice::http {
namespace {

struct Seen {
  std::string body;
  std::string headers;  // "name=value;"
};

// Answers the one request it gets with a body and a trailer, until the client hangs up.
class TrailerServer {
 public:
  TrailerServer(UniqueFd fd, std::string body, Seen& seen)
      : fd_(std::move(fd)), body_(std::move(body)), seen_(seen) {
    nghttp2_session_callbacks* callbacks = nullptr;
    nghttp2_session_callbacks_new(&callbacks);
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
    nghttp2_session_server_new(&session_, callbacks, this);
    nghttp2_session_callbacks_del(callbacks);
    nghttp2_submit_settings(session_, NGHTTP2_FLAG_NONE, nullptr, 0);
    thread_ = std::jthread([this] { serve(); });
  }
  ~TrailerServer() {
    thread_.join();
    nghttp2_session_del(session_);
  }
  TrailerServer(const TrailerServer&) = delete;
  TrailerServer& operator=(const TrailerServer&) = delete;

 private:
  void serve() {
    std::array<char, 4096> buffer{};
    while (true) {
      const std::uint8_t* data = nullptr;
      for (auto size = nghttp2_session_mem_send(session_, &data); size > 0;
           size = nghttp2_session_mem_send(session_, &data)) {
        ::send(fd_.get(), data, static_cast<std::size_t>(size), MSG_NOSIGNAL);
      }
      const ssize_t got = ::recv(fd_.get(), buffer.data(), buffer.size(), 0);
      if (got <= 0) {
        return;
      }
      nghttp2_session_mem_recv(session_, reinterpret_cast<const std::uint8_t*>(buffer.data()),
                               static_cast<std::size_t>(got));
    }
  }
  static TrailerServer& self(void* user) { return *static_cast<TrailerServer*>(user); }
  static nghttp2_nv field(const char* name, const char* value) {
    return {reinterpret_cast<std::uint8_t*>(const_cast<char*>(name)),
            reinterpret_cast<std::uint8_t*>(const_cast<char*>(value)), std::strlen(name),
            std::strlen(value), NGHTTP2_NV_FLAG_NONE};
  }
  static int on_header(nghttp2_session*, const nghttp2_frame*, const std::uint8_t* name,
                       std::size_t name_size, const std::uint8_t* value, std::size_t value_size,
                       std::uint8_t, void* user) {
    self(user).seen_.headers += std::string(reinterpret_cast<const char*>(name), name_size) + "=" +
                                std::string(reinterpret_cast<const char*>(value), value_size) + ";";
    return 0;
  }
  static int on_data(nghttp2_session*, std::uint8_t, std::int32_t, const std::uint8_t* data,
                     std::size_t size, void* user) {
    self(user).seen_.body.append(reinterpret_cast<const char*>(data), size);
    return 0;
  }
  static int on_frame(nghttp2_session* session, const nghttp2_frame* frame, void*) {
    if ((frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0 && frame->hd.stream_id > 0) {
      const std::array fields{field(":status", "200"), field("content-type", "text/x")};
      nghttp2_data_provider provider{};
      provider.read_callback = read_body;
      nghttp2_submit_response(session, frame->hd.stream_id, fields.data(), fields.size(),
                              &provider);
    }
    return 0;
  }
  static ssize_t read_body(nghttp2_session* session, std::int32_t id, std::uint8_t* into,
                           std::size_t, std::uint32_t* flags, nghttp2_data_source*, void* user) {
    const std::string& body = self(user).body_;
    std::copy(body.begin(), body.end(), into);
    *flags |= NGHTTP2_DATA_FLAG_EOF | NGHTTP2_DATA_FLAG_NO_END_STREAM;
    const std::array fields{field("grpc-status", "0")};
    nghttp2_submit_trailer(session, id, fields.data(), fields.size());
    return static_cast<ssize_t>(body.size());
  }

  UniqueFd fd_;
  std::string body_;
  Seen& seen_;
  nghttp2_session* session_ = nullptr;
  std::jthread thread_;
};

struct Ends {
  UniqueFd ours;
  UniqueFd theirs;
};
Ends connected() {
  std::array<int, 2> ends{};
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

SteadyTime soon() {
  return RealClock().steady() + std::chrono::seconds(20);
}

TEST(Http2Call, BringsHeadBodyAndTrailer) {
  Ends ends = connected();
  Seen seen;
  std::optional<TrailerServer> server(std::in_place, std::move(ends.theirs), "answer", seen);
  Http2Request request{.authority = "a", .path = "/p", .body = "question"};
  request.headers.add("te", "trailers");
  const auto answer = http2_call(std::move(ends.ours), request, 4096, soon());
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(answer->body, "answer");
  EXPECT_EQ(answer->headers.get("content-type"), "text/x");
  EXPECT_EQ(answer->headers.get("grpc-status"), "0");
  server.reset();
  EXPECT_EQ(seen.body, "question");
  EXPECT_NE(seen.headers.find("te=trailers;"), std::string::npos);
}

TEST(Http2Call, TooLongAnAnswerIsRefused) {
  Ends ends = connected();
  Seen seen;
  const TrailerServer server(std::move(ends.theirs), std::string(4000, 'x'), seen);
  const auto answer = http2_call(std::move(ends.ours), {.path = "/"}, 1000, soon());
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().code, Code::kUnavailable);
}

TEST(Http2Call, AServerOfSomethingElseIsNotUnderstood) {
  Ends ends = connected();
  const std::string text = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
  ASSERT_GT(::send(ends.theirs.get(), text.data(), text.size(), 0), 0);
  const auto answer = http2_call(std::move(ends.ours), {.path = "/"}, 1000, soon());
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().code, Code::kUnavailable);
}

TEST(Http2Call, ASilentServerIsWaitedForUntilTheDeadline) {
  Ends ends = connected();
  const auto answer = http2_call(std::move(ends.ours), {.path = "/"}, 1000, RealClock().steady());
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().code, Code::kTimeout);
}

TEST(Http2Call, AnEndedConnectionIsUnavailable) {
  Ends ends = connected();
  ends.theirs.reset();
  const auto answer = http2_call(std::move(ends.ours), {.path = "/"}, 1000, soon());
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().code, Code::kUnavailable);
}

}  // namespace
}  // namespace sluice::http
