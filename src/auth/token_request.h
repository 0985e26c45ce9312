// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/meta.h"
#include "auth/service_account_tokens.h"
#include "base/clock.h"
#include "base/result.h"
#include "json/value.h"
#include "registry/registry.h"

namespace sluice::auth {

// What POST serviceaccounts/<name>/token needs; everything outlives the call.
struct TokenIssuer {
  const ServiceAccountTokens& tokens;
  const registry::Registry& registry;
  const Clock& clock;

  // The request (a TokenRequest document) with the token in its status. Invalid, Conflict or
  // NotFound in upstream's words, and what admission says. The options tell who asks.
  Result<json::Value> issue(const api::Key& account, json::Value request,
                            const registry::WriteOptions& options = {}) const;
};

}  // namespace sluice::auth
