// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "api/kind.h"
#include "api/meta.h"
#include "auth/jwt.h"
#include "auth/user.h"
#include "base/clock.h"
#include "http/signing_key.h"
#include "registry/registry.h"

namespace sluice::auth {

// Who issues the tokens, and whom tokens are for unless they say otherwise.
inline constexpr std::string_view kIssuer = "https://kubernetes.default.svc.cluster.local";

// The tokens of service accounts: signed here, recognised here. A token lives as long as it says,
// and no longer than the account and the object it is bound to: that is looked up at every use.
// Signatures are checked once per token and remembered. Thread-safe. Registry and clock must
// outlive it.
class ServiceAccountTokens {
 public:
  ServiceAccountTokens(const registry::Registry& registry, const Clock& clock, http::SigningKey key)
      : registry_(registry), clock_(clock), key_(std::move(key)) {}

  // `claims` without issuer and without an id; both are filled in.
  Result<std::string> sign(json::Value claims) const;

  struct Verified {
    User user;
    std::vector<std::string> audiences;  // of those asked for, the token's
  };
  // Unauthorized says why not; the message holds nothing secret. No audiences: the server's own.
  Result<Verified> verify(const std::string& token, std::vector<std::string> audiences = {}) const;

  // Documents by which others can check the tokens (OpenID Connect discovery).
  static json::Value openid_configuration(const std::string& server);
  json::Value key_set() const;

 private:
  // An object that must still be there, and the revision at which it was seen to be good.
  struct Bond {
    const api::Kind* kind = nullptr;
    api::Key key;
    std::string uid;
    std::atomic<store::Revision> seen = 0;
  };
  // What a token with a good signature says.
  struct Grant {
    User user;
    std::vector<std::string> audiences;
    std::optional<std::int64_t> not_before;
    std::optional<std::int64_t> expires;
    std::vector<std::unique_ptr<Bond>> bonds;
    bool legacy = false;  // without an end, kept in a secret that must hold the same token
  };
  using GrantPtr = std::shared_ptr<const Grant>;

  Result<GrantPtr> grant(const std::string& token) const;
  Result<Grant> read_claims(const Jwt& token) const;
  static Result<Grant> read_bound_claims(const json::Value& claims);
  static Result<Grant> read_legacy_claims(const json::Value& claims);
  Result<void> check_time(const Grant& grant) const;
  Result<void> check_bond(const Grant& grant, Bond& bond, const std::string& token) const;
  Result<void> check_object(const Grant& grant, const Bond& bond, const json::Value& object,
                            const std::string& token) const;

  const registry::Registry& registry_;
  const Clock& clock_;
  const http::SigningKey key_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, GrantPtr> known_;  // by the token's digest
};

}  // namespace sluice::auth
