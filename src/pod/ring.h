// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pod/protocol.h"

namespace sluice::pod {

// One ring at the kubelet's door, a datagram: "the status file of this attempt has reached this
// sequence". It carries no facts, so there is nothing to authenticate: a forged one makes the
// kubelet read a file. The kubelet answers with the same bytes, so that a lost one is noticed.
struct Ring {
  Attempt attempt;
  std::int64_t sequence = 0;

  friend bool operator==(const Ring&, const Ring&) = default;
};

inline constexpr std::size_t kLongestRing = 256;

std::string to_text(const Ring& ring);
std::optional<Ring> ring_from_text(std::string_view text);  // nothing: not a ring

}  // namespace sluice::pod
