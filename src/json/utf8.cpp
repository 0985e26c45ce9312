// SPDX-License-Identifier: Apache-2.0
#include "json/utf8.h"

#include <cstdint>

namespace sluice::json {

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) {
    return text.empty() ? 0 : 1;
  }
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  std::uint32_t code = lead & (0xFFU >> (length + 1));
  bool valid = lead >= 0xC2 && lead <= 0xF4;
  for (std::size_t i = 1; i < length; ++i) {
    valid = valid && (byte(i) & 0xC0U) == 0x80;
    code = code << 6U | (byte(i) & 0x3FU);
  }
  valid = valid && !(length == 3 && code < 0x800) && !(length == 4 && code < 0x10000) &&
          !(code >= 0xD800 && code < 0xE000) && code <= 0x10FFFF;
  return valid ? length : 0;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) {
      return false;
    }
    text.remove_prefix(length);
  }
  return true;
}

std::string to_utf8(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    valid += length == 0 ? std::string_view("\xEF\xBF\xBD") : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return valid;
}

}  // namespace sluice::json
