// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "http/message.h"

struct nghttp2_session;

namespace sluice::http {

// The server's side of an HTTP/2 connection (RFC 9113) between bytes and whole requests: with
// http2_call the only place that sees nghttp2. Knows no sockets and never waits; bytes go in with
// receive() and come out with produce(). Bounded whatever the peer sends: streams, headers, bodies,
// and frames that only cost (pings, settings, resets, continuations). Not thread-safe.
class Http2Codec {
 public:
  using StreamId = std::int32_t;

  struct Limits {
    std::size_t head = 64 * 1024;
    std::size_t body = 3 * 1024 * 1024;
    std::uint32_t streams = 250;     // open at once, as upstream allows
    std::size_t idle_frames = 1000;  // frames without purpose between two calls of forgive()
  };

  // A request as it arrived. With a refusal it is not whole and is answered with that status.
  struct Incoming {
    std::string method;
    std::string target;
    Headers headers;
    std::string body;
    std::size_t head_size = 0;
    int refusal = 0;
    std::string why;
    bool handed_over = false;
  };

  // A piece of an answer's body: how much was written; whether more comes later, never, or cannot
  // be had, which resets the stream.
  struct Piece {
    std::size_t bytes = 0;
    enum class Then { kMore, kPending, kEnd, kBroken } then = Then::kMore;
  };

  // Whom the codec tells what happens on its streams, from within receive() and produce(). It may
  // respond and reset from there.
  class Owner {
   public:
    virtual ~Owner() = default;
    virtual void on_arriving(StreamId id) = 0;  // a part of a request that is not whole yet
    virtual void on_request(StreamId id, Incoming request) = 0;
    virtual void on_closed(StreamId id) = 0;  // answered, reset by the peer or broken
    // The next part of the answer's body. kPending: ask again after resume().
    virtual Piece read_body(StreamId id, std::span<char> into) = 0;
  };

  Http2Codec(Owner& owner, Limits limits);  // `owner` outlives the codec
  ~Http2Codec();
  Http2Codec(const Http2Codec&) = delete;
  Http2Codec& operator=(const Http2Codec&) = delete;

  // An error ends the connection; what produce() still gives tells the peer why.
  Result<void> receive(std::string_view bytes);

  // Appends the next frame; false when there is none for now.
  bool produce(std::string& output);

  enum class Body { kNone, kFollows };
  void respond(StreamId id, const Response& response, Body body);
  void resume(StreamId id);
  enum class Reset { kRefused, kCancelled };  // kRefused: the request was not looked at
  void reset(StreamId id, Reset reason);

  // Takes no more streams; what is open goes on.
  void go_away();
  // Nothing more to be read or written: the connection may be closed.
  bool finished() const;

  // Once per second: frames without purpose count from zero again.
  void forgive() { idle_frames_ = 0; }

 private:
  struct Callbacks;

  void begin(StreamId id);
  void add_field(StreamId id, std::string_view name, std::string_view value);
  void add_body(StreamId id, std::string_view bytes);
  void head_arrived(StreamId id);
  void hand_over(StreamId id);
  bool count_idle_frame() { return ++idle_frames_ <= limits_.idle_frames; }

  Owner& owner_;
  Limits limits_;
  nghttp2_session* session_ = nullptr;
  std::unordered_map<StreamId, Incoming> incoming_;
  std::size_t idle_frames_ = 0;
  bool broken_ = false;
};

}  // namespace sluice::http
