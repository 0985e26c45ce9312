// SPDX-License-Identifier: Apache-2.0
//
// Input: a header of eight bytes, then a payload. Control frames are collected and acted on whole;
// data goes on to its pipe as it comes, and stops the input while that is full. Output: answers to
// control frames first, then one piece per stream in turn. A stream is forgotten when both
// directions have ended.
#include "http/spdy/upgrade.h"

#include <algorithm>

namespace sluice::http {

namespace {

constexpr std::size_t kMaxStreams = 1000;
constexpr std::uint32_t kMaxControl = 64 * 1024;
constexpr std::size_t kMaxPiece = 16 * 1024;
constexpr std::size_t kMaxUnsent = 64 * 1024;       // of answers to a peer that does not read
constexpr std::uint32_t kWindowUpdate = 32 * 1024;  // half of the window each stream begins with
constexpr std::uint32_t kIdMask = 0x7fffffff;

std::string numbers(std::uint32_t first, std::uint32_t second) {
  std::string text;
  append_spdy_number(first, text);
  append_spdy_number(second, text);
  return text;
}

}  // namespace

SpdyUpgrade::~SpdyUpgrade() {
  for (auto& [id, stream] : streams_) {
    let_go(stream);
  }
}

void SpdyUpgrade::let_go(OpenStream& stream) {
  if (stream.channel.from_peer != nullptr) {
    stream.channel.from_peer->end();
  }
  if (stream.channel.to_peer != nullptr) {
    stream.channel.to_peer->abandon();
  }
}

void SpdyUpgrade::set_ready(std::function<void()> ready) {
  ready_ = std::move(ready);
  endpoint_->set_ready(ready_);
}

std::size_t SpdyUpgrade::take(std::string_view bytes) {
  std::size_t used = 0;
  while (used < bytes.size() && !over_ && output_.size() < kMaxUnsent) {
    const std::string_view rest = bytes.substr(used);
    if (in_payload_) {
      const std::size_t taken = take_payload(rest);
      used += taken;
      if (taken == 0) {
        return used;
      }
      continue;
    }
    const std::size_t count = std::min(kSpdyHeaderSize - head_.size(), rest.size());
    head_ += rest.substr(0, count);
    used += count;
    if (head_.size() == kSpdyHeaderSize) {
      header_ = parse_spdy_header(head_);
      head_.clear();
      left_ = header_.size;
      in_payload_ = true;
      if (header_.control && (header_.version != 3 || left_ > kMaxControl)) {
        give_up();
      } else if (left_ == 0) {
        end_frame();
      }
    }
  }
  return over_ ? bytes.size() : used;
}

// How much was taken: 0 when the stream's pipe is full.
std::size_t SpdyUpgrade::take_payload(std::string_view bytes) {
  bytes = bytes.substr(0, left_);
  std::size_t taken = bytes.size();
  if (header_.control) {
    payload_ += bytes;
  } else {
    taken = take_data(bytes);
  }
  left_ -= static_cast<std::uint32_t>(taken);
  if (left_ == 0) {
    end_frame();
  }
  return taken;
}

// Data for streams that are gone is thrown away: the peer may not know yet.
std::size_t SpdyUpgrade::take_data(std::string_view bytes) {
  const auto found = streams_.find(header_.stream_id);
  if (found == streams_.end() || found->second.channel.from_peer == nullptr) {
    return bytes.size();
  }
  const std::size_t taken = found->second.channel.from_peer->write(bytes);
  acknowledge(found->first, found->second, taken);
  return taken;
}

void SpdyUpgrade::acknowledge(std::uint32_t id, OpenStream& stream, std::size_t bytes) {
  stream.unacknowledged += static_cast<std::uint32_t>(bytes);
  unacknowledged_ += static_cast<std::uint32_t>(bytes);
  if (stream.unacknowledged >= kWindowUpdate) {
    output_ += spdy_control(SpdyType::kWindowUpdate, 0, numbers(id, stream.unacknowledged));
    stream.unacknowledged = 0;
  }
  if (unacknowledged_ >= kWindowUpdate) {
    output_ += spdy_control(SpdyType::kWindowUpdate, 0, numbers(0, unacknowledged_));
    unacknowledged_ = 0;
  }
}

void SpdyUpgrade::end_frame() {
  in_payload_ = false;
  if (header_.control) {
    on_control();
    payload_.clear();
    return;
  }
  const auto found = streams_.find(header_.stream_id);
  if (found != streams_.end() && (header_.flags & kSpdyFinal) != 0) {
    found->second.receiving = false;
    if (found->second.channel.from_peer != nullptr) {
      found->second.channel.from_peer->end();
    }
    forget_if_done(found);
  }
}

void SpdyUpgrade::on_control() {
  switch (header_.type) {
    case SpdyType::kSynStream:
      return on_stream();
    case SpdyType::kRstStream:
      return on_reset();
    case SpdyType::kPing:
      // Clients number theirs odd; even ones would answer ours.
      if (payload_.size() == 4 && spdy_number(payload_) % 2 == 1) {
        output_ += spdy_control(SpdyType::kPing, 0, payload_);
      }
      return;
    case SpdyType::kHeaders:
    case SpdyType::kSynReply:
      // Nothing to learn, but the compression must not lose a block.
      if (payload_.size() < 4 || !reader_.read(std::string_view(payload_).substr(4))) {
        give_up();
      }
      return;
    case SpdyType::kSettings:
    case SpdyType::kGoAway:
    case SpdyType::kWindowUpdate:
      return;
  }
}

void SpdyUpgrade::on_stream() {
  constexpr std::size_t kFixed = 10;  // stream, associated stream, priority, slot
  if (payload_.size() < kFixed) {
    return give_up();
  }
  const std::uint32_t id = spdy_number(std::string_view(payload_).substr(0, 4)) & kIdMask;
  const auto headers = reader_.read(std::string_view(payload_).substr(kFixed));
  if (!headers) {
    return give_up();
  }
  if (id % 2 == 0 || id <= last_id_) {
    return refuse(id, SpdyStatus::kProtocolError);
  }
  last_id_ = id;
  auto channel = streams_.size() < kMaxStreams ? endpoint_->accept(id, *headers)
                                               : fail(Code::kTooManyRequests, "streams");
  if (!channel) {
    return refuse(id, SpdyStatus::kRefusedStream);
  }
  std::string reply;
  append_spdy_number(id, reply);
  output_ += spdy_control(SpdyType::kSynReply, 0, reply + writer_.write({}));
  if (channel->from_peer != nullptr) {
    channel->from_peer->set_writable(ready_);
  }
  if (channel->to_peer != nullptr) {
    channel->to_peer->set_readable(ready_);
  }
  OpenStream& stream = streams_[id];
  stream.channel = std::move(*channel);
  if ((header_.flags & kSpdyFinal) != 0) {
    stream.receiving = false;
    if (stream.channel.from_peer != nullptr) {
      stream.channel.from_peer->end();
    }
  }
}

void SpdyUpgrade::on_reset() {
  if (payload_.size() != 8) {
    return give_up();
  }
  const auto found = streams_.find(spdy_number(std::string_view(payload_).substr(0, 4)) & kIdMask);
  if (found != streams_.end()) {
    let_go(found->second);
    streams_.erase(found);
  }
}

void SpdyUpgrade::refuse(std::uint32_t id, SpdyStatus status) {
  output_ += spdy_control(SpdyType::kRstStream, 0, numbers(id, static_cast<std::uint32_t>(status)));
}

void SpdyUpgrade::give_up() {
  output_ +=
      spdy_control(SpdyType::kGoAway, 0,
                   numbers(last_id_, static_cast<std::uint32_t>(SpdyStatus::kProtocolError)));
  over_ = true;
}

SpdyUpgrade::Streams::iterator SpdyUpgrade::forget_if_done(Streams::iterator stream) {
  const bool done = !stream->second.receiving && !stream->second.sending;
  return done ? streams_.erase(stream) : std::next(stream);
}

// Whether it had something to send.
bool SpdyUpgrade::send_piece(Streams::iterator stream) {
  if (!stream->second.sending || stream->second.channel.to_peer == nullptr) {
    return false;
  }
  std::string piece;
  const State state = stream->second.channel.to_peer->read(piece, kMaxPiece);
  if (state == State::kPending) {
    return false;
  }
  const bool last = state == State::kEnd;
  stream->second.sending = !last;
  output_ += spdy_data(stream->first, last ? kSpdyFinal : 0, piece);
  last_sent_ = stream->first;
  forget_if_done(stream);
  return true;
}

// In turn, beginning after the stream that was served last.
bool SpdyUpgrade::send_next() {
  const auto start = streams_.upper_bound(last_sent_);
  for (auto stream = start; stream != streams_.end(); ++stream) {
    if (send_piece(stream)) {
      return true;
    }
  }
  for (auto stream = streams_.begin(); stream != start; ++stream) {
    if (send_piece(stream)) {
      return true;
    }
  }
  return false;
}

Stream::State SpdyUpgrade::poll(std::string& chunk) {
  if (output_.empty() && !over_ && !send_next()) {
    const auto phase = endpoint_->phase();
    const bool sent = std::all_of(streams_.begin(), streams_.end(), [](const auto& entry) {
      return entry.second.channel.to_peer == nullptr || !entry.second.sending;
    });
    if (phase == SpdyEndpoint::Phase::kOpen || (phase == SpdyEndpoint::Phase::kComplete && !sent)) {
      return State::kPending;
    }
    output_ += spdy_control(SpdyType::kGoAway, 0, numbers(last_id_, 0));
    over_ = true;
  }
  chunk += output_;
  output_.clear();
  return over_ ? State::kEnd : State::kData;
}

}  // namespace sluice::http
