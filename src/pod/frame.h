// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice::pod {

// What goes over a session's connection, each piece as: kind (1 byte), length (4 bytes, most
// significant first), payload. Of kIn, kOut and kErr an empty one is the end of that stream.
enum class FrameKind : std::uint8_t {
  kHello,   // runner: here I am
  kStart,   // kubelet: SessionRequest
  kIn,      // kubelet: for the process's input, or the port
  kOut,     // runner: the process's output, or the port's
  kErr,     // runner: the process's errors
  kResize,  // kubelet: SessionSize
  kExit,    // runner: SessionExit; the last one
};
inline constexpr FrameKind kLastFrameKind = FrameKind::kExit;

// A request may have long arguments; what streams carry is cut into pieces of kPiece.
inline constexpr std::size_t kLongestFrame = 4 * 1024 * 1024;
inline constexpr std::size_t kFrameHead = 5;
inline constexpr std::size_t kPiece = 16 * 1024;

struct Frame {
  FrameKind kind = FrameKind::kHello;
  std::string payload;

  friend bool operator==(const Frame&, const Frame&) = default;
};

std::string to_bytes(FrameKind kind, std::string_view payload);

// Cuts received bytes into frames.
class FrameParser {
 public:
  void add(std::string_view bytes) { bytes_ += bytes; }

  // The next whole frame; nothing: more bytes are needed. Invalid: this is no such stream, and
  // nothing that follows can be understood.
  Result<std::optional<Frame>> next();

  // What was added and is not part of a frame that was taken.
  std::string take_rest() { return std::exchange(bytes_, {}); }

 private:
  std::string bytes_;
};

}  // namespace sluice::pod
