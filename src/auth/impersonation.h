// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "auth/policy.h"

namespace sluice::auth {

// Whom a request wants to act as (the Impersonate-* headers). A plain value.
struct Impersonation {
  std::string user;
  std::string uid;
  std::vector<std::string> groups;
  std::vector<std::pair<std::string, std::string>> extra;  // key, one value

  bool wanted() const { return !user.empty() || !uid.empty() || !groups.empty() || !extra.empty(); }
};

using Decide = std::function<Decision(const User&, const Attributes&)>;

// What was asked for and may not be done, beside the error for it.
struct Refusal {
  Error error;
  Attributes wanted;
};

// The user `requestor` acts as from now on: each part needs the verb "impersonate". BadRequest when
// parts are asked for without a user.
tl::expected<User, Refusal> impersonate(const User& requestor, const Impersonation& impersonation,
                                        const Decide& decide);

}  // namespace sluice::auth
