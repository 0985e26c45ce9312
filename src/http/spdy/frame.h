// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sluice::http {

// Frames of SPDY/3.1 (section 2.2): eight bytes of header, then a payload.

enum class SpdyType : std::uint16_t {
  kSynStream = 1,
  kSynReply = 2,
  kRstStream = 3,
  kSettings = 4,
  kPing = 6,
  kGoAway = 7,
  kHeaders = 8,
  kWindowUpdate = 9
};

// Reasons in RST_STREAM and GOAWAY frames.
enum class SpdyStatus : std::uint32_t {
  kOk = 0,  // GOAWAY only
  kProtocolError = 1,
  kInvalidStream = 2,
  kRefusedStream = 3,
  kCancel = 5,
  kInternalError = 6
};

inline constexpr std::size_t kSpdyHeaderSize = 8;
inline constexpr std::uint8_t kSpdyFinal = 1;

struct SpdyHeader {
  bool control = false;         // else it carries data
  SpdyType type = {};           // of control frames
  std::uint16_t version = 0;    // of control frames
  std::uint32_t stream_id = 0;  // of data frames
  std::uint8_t flags = 0;
  std::uint32_t size = 0;  // of the payload, 24 bits
};

// `bytes` are kSpdyHeaderSize many.
SpdyHeader parse_spdy_header(std::string_view bytes);

// One whole frame. Payloads are shorter than 2^24 bytes.
std::string spdy_control(SpdyType type, std::uint8_t flags, std::string_view payload);
std::string spdy_data(std::uint32_t stream_id, std::uint8_t flags, std::string_view payload);

// Numbers are big-endian.
std::uint32_t spdy_number(std::string_view four_bytes);
void append_spdy_number(std::uint32_t number, std::string& into);

}  // namespace sluice::http
