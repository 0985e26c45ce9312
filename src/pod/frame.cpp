// SPDX-License-Identifier: Apache-2.0
#include "pod/frame.h"

namespace sluice::pod {
namespace {

std::uint32_t length_in(std::string_view head) {
  std::uint32_t length = 0;
  for (const char byte : head.substr(1, 4)) {
    length = length << 8 | static_cast<unsigned char>(byte);
  }
  return length;
}

}  // namespace

std::string to_bytes(FrameKind kind, std::string_view payload) {
  CHECK(payload.size() <= kLongestFrame);
  std::string bytes;
  bytes.reserve(kFrameHead + payload.size());
  bytes += static_cast<char>(kind);
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes += static_cast<char>(payload.size() >> shift & 0xFF);
  }
  bytes += payload;
  return bytes;
}

Result<std::optional<Frame>> FrameParser::next() {
  if (bytes_.size() < kFrameHead) {
    return std::nullopt;
  }
  const auto kind = static_cast<unsigned char>(bytes_[0]);
  if (kind > static_cast<unsigned char>(kLastFrameKind)) {
    return fail(Code::kInvalid, "frame kind " + std::to_string(kind) + " is not known");
  }
  const std::uint32_t length = length_in(bytes_);
  if (length > kLongestFrame) {
    return fail(Code::kInvalid, "a frame of " + std::to_string(length) + " bytes is too long");
  }
  if (bytes_.size() < kFrameHead + length) {
    return std::nullopt;
  }
  Frame frame{static_cast<FrameKind>(kind), bytes_.substr(kFrameHead, length)};
  bytes_.erase(0, kFrameHead + length);
  return frame;
}

}  // namespace sluice::pod
