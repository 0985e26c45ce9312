// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "http/channel.h"
#include "http/exchange.h"
#include "http/http2_codec.h"

namespace sluice::http {

// HTTP/2 over one connection: many requests at a time, each handled like one of HTTP/1.1. Lives in
// its coroutine's frame, beside the channel.
class Http2Session final : private Http2Codec::Owner {
 public:
  explicit Http2Session(Channel& channel);

  Awaitable<void> run();

 private:
  using StreamId = Http2Codec::StreamId;

  // A request from its first byte to the last one of its answer.
  struct Dialogue {
    std::shared_ptr<Exchange> exchange;  // while it is handled
    bool head_only = false;
    std::unique_ptr<Stream> stream;           // what produces the answer's body over time
    std::shared_ptr<std::atomic<bool>> news;  // set when the stream has some
    bool pending = false;                     // the stream had nothing more
    bool last = false;                        // nothing comes after `chunk`
    bool broken = false;                      // and not because that was all
    std::string chunk;                        // of the answer's body
    std::size_t sent = 0;                     // of `chunk`
    std::uint64_t deadline = 0;               // tick; 0: none
  };

  void on_arriving(StreamId id) override;
  void on_request(StreamId id, Http2Codec::Incoming incoming) override;
  void on_closed(StreamId id) override;
  Http2Codec::Piece read_body(StreamId id, std::span<char> into) override;

  Result<void> take_input();
  void look_around();
  void look_at(StreamId id, Dialogue& dialogue);
  void answer(StreamId id, Dialogue& dialogue, Response response);
  bool poll_stream(Dialogue& dialogue);
  void stop_politely();
  Result<void> flush();
  Result<void> await_events();
  bool overdue(std::uint64_t deadline) const;
  std::uint64_t in_seconds(std::uint64_t seconds) const;

  Channel& channel_;
  Loop& loop_;
  Http2Codec codec_;
  std::unordered_map<StreamId, Dialogue> dialogues_;
  std::vector<std::shared_ptr<Exchange>> abandoned_;  // handled for streams that were reset
  std::string output_;
  std::size_t written_ = 0;  // of output_
  TlsSocket::Next blocked_ = TlsSocket::Next::kDone;
  std::uint64_t write_deadline_ = 0;  // ticks; 0: none
  std::uint64_t idle_deadline_ = 0;
  std::uint64_t stop_deadline_ = 0;
  std::uint64_t forgiven_ = 0;
  bool stopping_ = false;
};

}  // namespace sluice::http
