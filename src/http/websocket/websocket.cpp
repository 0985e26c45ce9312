// SPDX-License-Identifier: Apache-2.0
//
// A frame is a header of 2 to 14 bytes (RFC 6455, section 5.2) and a payload. Control frames stand
// between the fragments of a message, are short and whole. States: reading a header, reading a
// payload, a message complete and not yet taken, over.
#include "http/websocket/websocket.h"

#include <algorithm>
#include <utility>

#include "base/random.h"

namespace sluice::http {

namespace {

constexpr std::size_t kMaxControl = 125;
constexpr std::size_t kMaskSize = 4;
constexpr unsigned kFinal = 0x80;
constexpr unsigned kReserved = 0x70;
constexpr unsigned kMasked = 0x80;

unsigned byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

std::uint64_t read_number(std::string_view text) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    number = number << 8 | byte_at(text, i);
  }
  return number;
}

void write_number(std::uint64_t number, int bytes, std::string& into) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
    into += static_cast<char>(number >> shift & 0xff);
  }
}

void apply_mask(std::string_view mask, std::uint64_t position, char* begin, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    begin[i] = static_cast<char>(begin[i] ^ mask[(position + i) % kMaskSize]);
  }
}

}  // namespace

std::size_t WebSocket::feed(std::string_view bytes) {
  std::size_t used = 0;
  while (used < bytes.size() && !over_ && !complete_) {
    const std::string_view rest = bytes.substr(used);
    used += in_payload_ ? feed_payload(rest) : feed_header(rest);
  }
  return over_ ? bytes.size() : used;
}

std::optional<WebSocket::Message> WebSocket::take_message() {
  return std::exchange(complete_, std::nullopt);
}

std::size_t WebSocket::header_size() const {
  if (header_.size() < 2) {
    return 2;
  }
  const unsigned second = byte_at(header_, 1);
  const unsigned length = second & 0x7f;
  const std::size_t extended = length == 127 ? 8 : length == 126 ? 2 : 0;
  return 2 + extended + ((second & kMasked) != 0 ? kMaskSize : 0);
}

std::size_t WebSocket::feed_header(std::string_view bytes) {
  const std::size_t count = std::min(header_size() - header_.size(), bytes.size());
  header_ += bytes.substr(0, count);
  if (header_.size() >= 2 && header_.size() == header_size()) {
    start_frame();
  }
  return count;
}

void WebSocket::start_frame() {
  const unsigned first = byte_at(header_, 0);
  const unsigned second = byte_at(header_, 1);
  final_ = (first & kFinal) != 0;
  opcode_ = static_cast<Opcode>(first & 0x0f);
  const bool masked = (second & kMasked) != 0;
  const std::size_t mask_at = header_.size() - (masked ? kMaskSize : 0);
  mask_ = header_.substr(mask_at);
  left_ =
      mask_at > 2 ? read_number(std::string_view(header_).substr(2, mask_at - 2)) : second & 0x7f;
  position_ = 0;
  if ((first & kReserved) != 0 || masked != (role_ == Role::kServer) || !acceptable()) {
    fail(kProtocolError, "protocol error");
    return;
  }
  if (!is_control()) {
    if (opcode_ != Opcode::kContinuation) {
      partial_ = Message{opcode_ == Opcode::kText ? Type::kText : Type::kBinary, ""};
    }
    if (left_ > max_message_ - partial_->data.size()) {
      fail(kTooBig, "message too big");
      return;
    }
  }
  in_payload_ = true;
  if (left_ == 0) {
    end_frame();
  }
}

// Whether a frame with this opcode, length and finality may come now.
bool WebSocket::acceptable() const {
  switch (opcode_) {
    case Opcode::kContinuation:
      return partial_.has_value();
    case Opcode::kText:
    case Opcode::kBinary:
      return !partial_.has_value();
    case Opcode::kClose:
    case Opcode::kPing:
    case Opcode::kPong:
      return final_ && left_ <= kMaxControl;
  }
  return false;
}

std::size_t WebSocket::feed_payload(std::string_view bytes) {
  const std::size_t count = std::min<std::uint64_t>(left_, bytes.size());
  std::string& into = is_control() ? control_ : partial_->data;
  const std::size_t before = into.size();
  into += bytes.substr(0, count);
  if (!mask_.empty()) {
    apply_mask(mask_, position_, into.data() + before, count);
  }
  position_ += count;
  left_ -= count;
  if (left_ == 0) {
    end_frame();
  }
  return count;
}

void WebSocket::end_frame() {
  in_payload_ = false;
  header_.clear();
  if (opcode_ == Opcode::kClose) {
    on_close();
  } else if (opcode_ == Opcode::kPing) {
    write_frame(Opcode::kPong, control_);
  } else if (!is_control() && final_) {
    complete_ = std::exchange(partial_, std::nullopt);
  }
  control_.clear();
}

void WebSocket::on_close() {
  if (control_.size() == 1) {
    fail(kProtocolError, "protocol error");
    return;
  }
  if (control_.size() >= 2) {
    close_code_ = static_cast<std::uint16_t>(read_number(std::string_view(control_).substr(0, 2)));
  }
  close(close_code_ == kNoCode ? kNormal : close_code_);
  over_ = true;
}

void WebSocket::fail(std::uint16_t code, std::string_view reason) {
  close(code, reason);
  over_ = true;
}

void WebSocket::send(Type type, std::string_view data) {
  write_frame(type == Type::kText ? Opcode::kText : Opcode::kBinary, data);
}

void WebSocket::ping(std::string_view data) {
  write_frame(Opcode::kPing, data.substr(0, kMaxControl));
}

void WebSocket::close(std::uint16_t code, std::string_view reason) {
  std::string payload;
  write_number(code, 2, payload);
  payload += reason.substr(0, kMaxControl - 2);
  write_frame(Opcode::kClose, payload);
  close_sent_ = true;
}

void WebSocket::write_frame(Opcode opcode, std::string_view data) {
  if (close_sent_) {
    return;
  }
  const unsigned masked = role_ == Role::kClient ? kMasked : 0;
  output_ += static_cast<char>(kFinal | static_cast<unsigned>(opcode));
  if (data.size() <= kMaxControl) {
    output_ += static_cast<char>(masked | data.size());
  } else if (data.size() <= 0xffff) {
    output_ += static_cast<char>(masked | 126U);
    write_number(data.size(), 2, output_);
  } else {
    output_ += static_cast<char>(masked | 127U);
    write_number(data.size(), 8, output_);
  }
  const std::string mask = role_ == Role::kClient ? random_bytes(kMaskSize) : "";
  output_ += mask;
  const std::size_t before = output_.size();
  output_ += data;
  if (!mask.empty()) {
    apply_mask(mask, 0, output_.data() + before, data.size());
  }
}

}  // namespace sluice::http
