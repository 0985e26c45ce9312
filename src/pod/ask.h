// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::pod {

// The kubelet asks a runner to open a session with it, a datagram: "there is something to do in
// your pod: connect to this port of mine (TCP) as that session". It carries no command: what is
// wanted is told on the connection, where both prove who they are. A forged one makes the runner
// connect in vain.
struct Ask {
  std::string session;
  std::uint16_t port = 0;

  friend bool operator==(const Ask&, const Ask&) = default;
};

// Instead of a session: the runner is to look at once at what the kubelet has written for it.
inline constexpr std::string_view kLook = "look";

inline constexpr std::size_t kLongestAsk = 128;

std::string to_text(const Ask& ask);
std::optional<Ask> ask_from_text(std::string_view text);  // nothing: not an ask

}  // namespace sluice::pod
