// SPDX-License-Identifier: Apache-2.0
#include "base/go_text.h"

namespace sluice {

std::string go_quoted(std::string_view text) {
  static constexpr std::string_view kPlain = "\a\b\f\n\r\t\v\"\\";
  static constexpr std::string_view kNames = "abfnrtv\"\\";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (const std::size_t found = kPlain.find(c); found != std::string_view::npos) {
      out += {'\\', kNames[found]};
    } else if (byte < 0x20 || byte == 0x7F) {
      out += "\\x";
      out += "0123456789abcdef"[byte / 16];
      out += "0123456789abcdef"[byte % 16];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace sluice
