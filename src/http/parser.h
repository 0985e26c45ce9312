// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/message.h"

namespace sluice::http {

// An incremental HTTP/1.1 message parser for foreign input: requests on the server, responses on
// the client. Feed it bytes as they come; it never looks past what it was given, never grows past
// its limits, and is strict where leniency lets two parsers disagree about where a message ends
// (line ends, repeated lengths, length together with chunks). One message per parser.
class MessageParser {
 public:
  enum class Kind { kRequest, kResponse };
  struct Limits {
    std::size_t head = 64 * 1024;
    std::size_t body = 3 * 1024 * 1024;  // of bytes not yet taken out of body()
    bool whole =
        true;  // a body that says it is longer is refused at once; else it may be taken out
  };

  MessageParser(Kind kind, Limits limits) : kind_(kind), limits_(limits) {}

  // Takes in as much of `input` as belongs to this message and returns how much that was. After an
  // error, refusal() is the HTTP status a server answers with.
  Result<std::size_t> feed(std::string_view input);

  // The connection ended: completes a response that lasts until then; otherwise BadRequest.
  Result<void> feed_end();

  // Response to a HEAD request: headers only, whatever they promise.
  void expect_no_body() { no_body_ = true; }

  bool started() const { return state_ != State::kHead || !head_.empty(); }
  bool head_done() const { return state_ != State::kHead; }
  bool done() const { return state_ == State::kDone; }
  int refusal() const { return refusal_; }

  // Valid once the head is done.
  const std::string& method() const { return method_; }
  const std::string& target() const { return target_; }
  int status() const { return status_; }
  Headers& headers() { return headers_; }
  bool keep_alive() const;
  bool is_http_1_0() const { return minor_version_ == 0; }
  bool expects_continue() const;

  // What has arrived of the body; the caller may take bytes out.
  std::string& body() { return body_; }

 private:
  enum class State { kHead, kFixed, kChunkSize, kChunkData, kChunkEnd, kTrailer, kUntilEnd, kDone };

  tl::unexpected<Error> refuse(int status, std::string message);
  Result<std::size_t> feed_head(std::string_view input);
  Result<std::size_t> feed_body(std::string_view input);
  Result<std::size_t> feed_line(std::string_view input);
  Result<void> parse_head();
  Result<void> parse_start_line(std::string_view line);
  Result<void> parse_request_line(std::string_view line);
  Result<void> parse_status_line(std::string_view line);
  Result<void> parse_field(std::string_view line);
  Result<void> choose_framing();
  Result<void> choose_length();
  Result<void> on_line(std::string_view line);
  Result<void> parse_chunk_size(std::string_view line);

  Kind kind_;
  Limits limits_;
  State state_ = State::kHead;
  bool no_body_ = false;
  int refusal_ = 400;
  int minor_version_ = 1;
  int status_ = 0;
  std::uint64_t remaining_ = 0;  // of the fixed body or the current chunk
  std::size_t trailer_bytes_ = 0;
  std::string head_;  // the unfinished head; later the unfinished chunk-size line
  std::string method_;
  std::string target_;
  Headers headers_;
  std::string body_;
};

}  // namespace sluice::http
