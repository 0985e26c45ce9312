// SPDX-License-Identifier: Apache-2.0
#include "pod/foreign_text.h"

#include "json/utf8.h"

namespace sluice::pod {

std::string readable(std::string_view bytes, std::size_t most) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  std::string text;
  while (!bytes.empty()) {
    const std::size_t length = json::utf8_length(bytes);
    const std::string_view next = length == 0 ? kReplacement : bytes.substr(0, length);
    if (text.size() + next.size() > most) {
      break;
    }
    text += next;
    bytes.remove_prefix(length == 0 ? 1 : length);
  }
  return text;
}

}  // namespace sluice::pod
