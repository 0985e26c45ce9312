// SPDX-License-Identifier: Apache-2.0
//
// RFC 9112. kHead collects up to the empty line; then the framing decides: kFixed (Content-Length),
// kChunkSize -> kChunkData -> kChunkEnd -> ... -> kTrailer (chunked), kUntilEnd (responses without
// either), kDone.
#include "http/parser.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace sluice::http {

namespace {

constexpr std::string_view kEndOfHead = "\r\n\r\n";
constexpr std::size_t kMaxChunkLine = 1024;

bool is_token_char(char c) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         kMarks.find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_char);
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && byte != '\t') || byte == 0x7f;
}

bool has_space_or_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return is_control(c) || c == ' ' || c == '\t'; });
}

template <class Number>
bool parse_whole(std::string_view text, Number& number, int base) {
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number, base);
  return !text.empty() && parsed.ec == std::errc() && parsed.ptr == end;
}

bool lists_word(std::string_view value, std::string_view word) {
  const auto words = split(value, ',');
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view entry) { return same_name(trim(entry), word); });
}

}  // namespace

tl::unexpected<Error> MessageParser::refuse(int status, std::string message) {
  refusal_ = status;
  return fail(Code::kBadRequest, std::move(message));
}

Result<std::size_t> MessageParser::feed(std::string_view input) {
  std::size_t used = 0;
  while (used < input.size() && !done()) {
    const std::string_view rest = input.substr(used);
    TRY_ASSIGN(const std::size_t taken, head_done() ? feed_body(rest) : feed_head(rest));
    used += taken;
  }
  return used;
}

Result<void> MessageParser::feed_end() {
  if (state_ == State::kUntilEnd) {
    state_ = State::kDone;
  }
  if (!done()) {
    return refuse(400, "the connection ended in the middle of a message");
  }
  return {};
}

bool MessageParser::keep_alive() const {
  const std::string_view connection = headers_.get("Connection");
  return minor_version_ == 0 ? lists_word(connection, "keep-alive")
                             : !lists_word(connection, "close");
}

bool MessageParser::expects_continue() const {
  return same_name(headers_.get("Expect"), "100-continue");
}

Result<std::size_t> MessageParser::feed_head(std::string_view input) {
  std::size_t skipped = 0;  // empty lines before a request are allowed and mean nothing
  if (head_.empty()) {
    skipped = std::min(input.find_first_not_of("\r\n"), input.size());
    input.remove_prefix(skipped);
  }
  const std::size_t before = head_.size();
  const std::size_t search_from = before < 3 ? 0 : before - 3;
  head_.append(input.substr(0, limits_.head + 1 - std::min(before, limits_.head)));
  const std::size_t end = head_.find(kEndOfHead, search_from);
  if (end == std::string::npos) {
    if (head_.size() > limits_.head) {
      return refuse(
          431, "the request's header is larger than " + std::to_string(limits_.head) + " bytes");
    }
    return skipped + head_.size() - before;
  }
  const std::size_t used = skipped + end + kEndOfHead.size() - before;
  head_.resize(end);
  TRY(parse_head());
  return used;
}

Result<void> MessageParser::parse_head() {
  const std::string head = std::move(head_);
  head_.clear();
  std::string_view rest = head;
  bool first = true;
  while (first || !rest.empty()) {
    const std::size_t end = rest.find("\r\n");
    const std::string_view line = rest.substr(0, end);
    rest = end == std::string_view::npos ? "" : rest.substr(end + 2);
    TRY(first ? parse_start_line(line) : parse_field(line));
    first = false;
  }
  return choose_framing();
}

Result<void> MessageParser::parse_start_line(std::string_view line) {
  return kind_ == Kind::kRequest ? parse_request_line(line) : parse_status_line(line);
}

Result<void> MessageParser::parse_request_line(std::string_view line) {
  const auto words = split(line, ' ');
  if (words.size() != 3 || !is_token(words[0]) || words[1].empty() ||
      has_space_or_control(words[1])) {
    return refuse(400, "malformed request line");
  }
  if (words[2] != "HTTP/1.1" && words[2] != "HTTP/1.0") {
    const bool other_version = words[2].starts_with("HTTP/");
    return refuse(other_version ? 505 : 400, "only HTTP/1.1 is spoken here");
  }
  method_ = words[0];
  target_ = words[1];
  minor_version_ = words[2].back() - '0';
  return {};
}

Result<void> MessageParser::parse_status_line(std::string_view line) {
  const bool known = line.starts_with("HTTP/1.1 ") || line.starts_with("HTTP/1.0 ");
  if (!known || !parse_whole(line.substr(9, 3), status_, 10) || status_ < 100 ||
      (line.size() > 12 && line[12] != ' ')) {
    return refuse(400, "malformed status line");
  }
  minor_version_ = line[7] - '0';
  return {};
}

Result<void> MessageParser::parse_field(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) {
    return refuse(400, "malformed header field");
  }
  const std::string_view raw = line.substr(colon + 1);
  if (std::any_of(raw.begin(), raw.end(), is_control)) {
    return refuse(400, "control character in header field " + std::string(line.substr(0, colon)));
  }
  headers_.add(std::string(line.substr(0, colon)), std::string(trim(raw)));
  return {};
}

Result<void> MessageParser::choose_framing() {
  if (kind_ == Kind::kRequest && minor_version_ == 1) {
    const auto hosts = std::count_if(headers_.begin(), headers_.end(), [](const auto& field) {
      return same_name(field.first, "Host");
    });
    if (hosts != 1) {
      return refuse(400, "a request must have exactly one Host header");
    }
  }
  if (no_body_ || status_ == 204 || status_ == 304 || (status_ >= 100 && status_ < 200)) {
    state_ = State::kDone;
    return {};
  }
  std::string codings;
  for (const auto& [name, value] : headers_) {
    if (same_name(name, "Transfer-Encoding")) {
      codings += (codings.empty() ? "" : ",") + value;
    }
  }
  if (codings.empty()) {
    return choose_length();
  }
  if (!headers_.get("Content-Length").empty() || minor_version_ == 0) {
    return refuse(400, "Transfer-Encoding and Content-Length contradict each other");
  }
  if (!same_name(codings, "chunked")) {
    return refuse(501, "Transfer-Encoding must be chunked");
  }
  state_ = State::kChunkSize;
  return {};
}

Result<void> MessageParser::choose_length() {
  bool given = false;
  for (const auto& [name, value] : headers_) {
    if (!same_name(name, "Content-Length")) {
      continue;
    }
    std::uint64_t length = 0;
    if (!parse_whole(value, length, 10) || (given && length != remaining_)) {
      return refuse(400, "Content-Length must be one number");
    }
    given = true;
    remaining_ = length;
  }
  if (limits_.whole && remaining_ > limits_.body) {
    return refuse(413, "the body is larger than " + std::to_string(limits_.body) + " bytes");
  }
  if (!given && kind_ == Kind::kResponse) {
    state_ = State::kUntilEnd;
  } else {
    state_ = remaining_ == 0 ? State::kDone : State::kFixed;
  }
  return {};
}

Result<std::size_t> MessageParser::feed_body(std::string_view input) {
  if (state_ != State::kFixed && state_ != State::kChunkData && state_ != State::kUntilEnd) {
    return feed_line(input);
  }
  std::size_t take = input.size();
  if (state_ != State::kUntilEnd) {
    take = static_cast<std::size_t>(std::min<std::uint64_t>(take, remaining_));
    remaining_ -= take;
  }
  if (take > limits_.body - std::min(limits_.body, body_.size())) {
    return refuse(413, "the body is larger than " + std::to_string(limits_.body) + " bytes");
  }
  body_.append(input.substr(0, take));
  if (state_ == State::kFixed && remaining_ == 0) {
    state_ = State::kDone;
  } else if (state_ == State::kChunkData && remaining_ == 0) {
    state_ = State::kChunkEnd;
  }
  return take;
}

Result<std::size_t> MessageParser::feed_line(std::string_view input) {
  const std::size_t newline = input.find('\n');
  const std::size_t take = newline == std::string_view::npos ? input.size() : newline + 1;
  if (head_.size() + take > kMaxChunkLine) {
    return refuse(400, "a line of the chunked body is longer than " +
                           std::to_string(kMaxChunkLine) + " bytes");
  }
  head_.append(input.substr(0, take));
  if (newline == std::string_view::npos) {
    return take;
  }
  if (!head_.ends_with("\r\n")) {
    return refuse(400, "lines must end with CR LF");
  }
  const std::string line = head_.substr(0, head_.size() - 2);
  head_.clear();
  TRY(on_line(line));
  return take;
}

Result<void> MessageParser::on_line(std::string_view line) {
  if (state_ == State::kChunkSize) {
    return parse_chunk_size(line);
  }
  if (state_ == State::kChunkEnd) {
    if (!line.empty()) {
      return refuse(400, "a chunk is longer than it says");
    }
    state_ = State::kChunkSize;
    return {};
  }
  trailer_bytes_ += line.size() + 2;
  if (trailer_bytes_ > limits_.head) {
    return refuse(431, "the trailer is too large");
  }
  if (line.empty()) {
    state_ = State::kDone;
  }
  return {};
}

Result<void> MessageParser::parse_chunk_size(std::string_view line) {
  const std::string_view digits = trim(line.substr(0, line.find(';')));
  if (!parse_whole(digits, remaining_, 16)) {
    return refuse(400, "malformed chunk size");
  }
  state_ = remaining_ == 0 ? State::kTrailer : State::kChunkData;
  return {};
}

}  // namespace sluice::http
