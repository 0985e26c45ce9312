// SPDX-License-Identifier: Apache-2.0
#include "pod/ring.h"

#include "base/text.h"

namespace sluice::pod {
namespace {

constexpr std::string_view kMark = "sluice-ring";

}  // namespace

std::string to_text(const Ring& ring) {
  return std::string(kMark) + " " + ring.attempt.uid + " " + std::to_string(ring.attempt.number) +
         " " + std::to_string(ring.sequence);
}

std::optional<Ring> ring_from_text(std::string_view text) {
  if (text.size() > kLongestRing) {
    return std::nullopt;
  }
  const auto words = split(text, ' ');
  if (words.size() != 4 || words[0] != kMark || words[1].empty()) {
    return std::nullopt;
  }
  const auto number = parse_int(words[2]);
  const auto sequence = parse_int(words[3]);
  if (!number || !sequence || *number < 1 || *sequence < 1) {
    return std::nullopt;
  }
  return Ring{.attempt = {std::string(words[1]), *number}, .sequence = *sequence};
}

}  // namespace sluice::pod
