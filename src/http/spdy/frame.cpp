// SPDX-License-Identifier: Apache-2.0
#include "http/spdy/frame.h"

namespace sluice::http {

namespace {

constexpr std::uint32_t kControl = 0x80000000;
constexpr std::uint32_t kVersion = 3;
constexpr std::uint32_t kSizeMask = 0x00ffffff;

std::string frame(std::uint32_t first, std::uint8_t flags, std::string_view payload) {
  std::string text;
  text.reserve(kSpdyHeaderSize + payload.size());
  append_spdy_number(first, text);
  append_spdy_number(std::uint32_t{flags} << 24 | static_cast<std::uint32_t>(payload.size()), text);
  return text += payload;
}

}  // namespace

std::uint32_t spdy_number(std::string_view four_bytes) {
  std::uint32_t number = 0;
  for (const char c : four_bytes) {
    number = number << 8 | static_cast<unsigned char>(c);
  }
  return number;
}

void append_spdy_number(std::uint32_t number, std::string& into) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    into += static_cast<char>(number >> shift & 0xff);
  }
}

SpdyHeader parse_spdy_header(std::string_view bytes) {
  const std::uint32_t first = spdy_number(bytes.substr(0, 4));
  const std::uint32_t second = spdy_number(bytes.substr(4, 4));
  SpdyHeader header{.flags = static_cast<std::uint8_t>(second >> 24), .size = second & kSizeMask};
  header.control = (first & kControl) != 0;
  if (header.control) {
    header.version = static_cast<std::uint16_t>(first >> 16 & 0x7fff);
    header.type = static_cast<SpdyType>(first & 0xffff);
  } else {
    header.stream_id = first;
  }
  return header;
}

std::string spdy_control(SpdyType type, std::uint8_t flags, std::string_view payload) {
  return frame(kControl | kVersion << 16 | static_cast<std::uint32_t>(type), flags, payload);
}

std::string spdy_data(std::uint32_t stream_id, std::uint8_t flags, std::string_view payload) {
  return frame(stream_id, flags, payload);
}

}  // namespace sluice::http
