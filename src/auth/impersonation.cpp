// SPDX-License-Identifier: Apache-2.0
#include "auth/impersonation.h"

#include <algorithm>

#include "auth/rbac.h"

namespace sluice::auth {

namespace {

constexpr std::string_view kGroup = "authentication.k8s.io";

Attributes acting_as(std::string_view resource, const std::string& name) {
  return {.verb = "impersonate",
          .is_resource = true,
          .version = "v1",
          .resource = std::string(resource),
          .name = name};
}

Attributes acting_as_user(const std::string& user) {
  const auto account = split_service_account_name(user);
  if (!account) {
    return acting_as("users", user);
  }
  Attributes wanted = acting_as("serviceaccounts", account->name);
  wanted.ns = account->ns;
  return wanted;
}

// Every part needs a permission of its own.
std::vector<Attributes> permissions(const Impersonation& impersonation) {
  std::vector<Attributes> all = {acting_as_user(impersonation.user)};
  for (const std::string& group : impersonation.groups) {
    all.push_back(acting_as("groups", group));
  }
  for (const auto& [key, value] : impersonation.extra) {
    all.push_back(acting_as("userextras", value));
    all.back().subresource = key;
    all.back().group = kGroup;
  }
  if (!impersonation.uid.empty()) {
    all.push_back(acting_as("uids", impersonation.uid));
    all.back().group = kGroup;
  }
  return all;
}

User impersonated(const Impersonation& impersonation) {
  User user{.name = impersonation.user, .groups = impersonation.groups, .uid = impersonation.uid};
  const auto account = split_service_account_name(user.name);
  if (account && user.groups.empty()) {
    user.groups = service_account_groups(account->ns);
  }
  const bool nobody = user.name == kAnonymous;
  const bool settled = user.in(kUnauthenticated) || (!nobody && user.in(kAuthenticated));
  if (!settled) {
    user.groups.emplace_back(nobody ? kUnauthenticated : kAuthenticated);
  }
  for (const auto& [key, value] : impersonation.extra) {
    const auto same = std::find_if(user.extra.begin(), user.extra.end(),
                                   [&key = key](const auto& entry) { return entry.first == key; });
    if (same == user.extra.end()) {
      user.extra.push_back({key, {value}});
    } else {
      same->second.push_back(value);
    }
  }
  return user;
}

}  // namespace

tl::expected<User, Refusal> impersonate(const User& requestor, const Impersonation& impersonation,
                                        const Decide& decide) {
  if (impersonation.user.empty()) {
    return tl::unexpected(
        Refusal{{Code::kBadRequest,
                 "requested a group, uid or extra to act with without impersonating a user"},
                {}});
  }
  for (const Attributes& wanted : permissions(impersonation)) {
    const Decision decision = decide(requestor, wanted);
    if (!decision.allowed) {
      return tl::unexpected(Refusal{forbidden(requestor, wanted, decision.reason), wanted});
    }
  }
  return impersonated(impersonation);
}

}  // namespace sluice::auth
