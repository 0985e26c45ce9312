// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "base/clock.h"
#include "client/client.h"

namespace sluice::kubelet {

struct TokenWish {
  std::string audience;  // empty: the API server
  std::int64_t seconds = 3600;

  friend auto operator<=>(const TokenWish&, const TokenWish&) = default;
};

// Tokens of pods' service accounts, bound to their pods, each asked for again when four fifths of
// its life are over. In memory only: after a restart pods get new ones. Thread-safe.
class Tokens {
 public:
  explicit Tokens(const Clock& clock) : clock_(clock) {}

  Result<std::string> token(client::Client& client, const json::Value& pod, const TokenWish& wish);
  void forget(const std::string& pod_uid);

 private:
  struct Token {
    std::string text;
    WallTime renew_at{};
  };

  const Clock& clock_;
  std::mutex mutex_;
  std::map<std::string, std::map<TokenWish, Token>> by_pod_;
};

}  // namespace sluice::kubelet
