// SPDX-License-Identifier: Apache-2.0
#include "pod/ask.h"

#include "base/text.h"

namespace sluice::pod {
namespace {

constexpr std::string_view kMark = "sluice-ask";

}  // namespace

std::string to_text(const Ask& ask) {
  return std::string(kMark) + " " + ask.session + " " + std::to_string(ask.port);
}

std::optional<Ask> ask_from_text(std::string_view text) {
  if (text.size() > kLongestAsk) {
    return std::nullopt;
  }
  const auto words = split(text, ' ');
  if (words.size() != 3 || words[0] != kMark || words[1].empty()) {
    return std::nullopt;
  }
  const auto port = parse_int(words[2]);
  if (!port || *port < 0 || *port > 65535) {
    return std::nullopt;
  }
  return Ask{.session = std::string(words[1]), .port = static_cast<std::uint16_t>(*port)};
}

}  // namespace sluice::pod
