// SPDX-License-Identifier: Apache-2.0
#include "auth/user.h"

#include <algorithm>

#include "api/label_syntax.h"
#include "json/strings.h"

namespace sluice::auth {

namespace {

constexpr std::string_view kAccountPrefix = "system:serviceaccount:";

}  // namespace

bool User::in(std::string_view group) const {
  return std::find(groups.begin(), groups.end(), group) != groups.end();
}

User anonymous() {
  return User{std::string(kAnonymous), {std::string(kUnauthenticated)}};
}

User certificate_user(std::string name, std::vector<std::string> groups) {
  groups.emplace_back(kAuthenticated);
  return User{std::move(name), std::move(groups)};
}

std::string service_account_name(const api::Key& account) {
  return std::string(kAccountPrefix) + account.ns + ":" + account.name;
}

std::vector<std::string> service_account_groups(const std::string& ns) {
  return {"system:serviceaccounts", "system:serviceaccounts:" + ns, std::string(kAuthenticated)};
}

User service_account_user(const api::Key& account, std::string uid) {
  return User{service_account_name(account), service_account_groups(account.ns), std::move(uid)};
}

std::optional<api::Key> split_service_account_name(std::string_view user) {
  if (!user.starts_with(kAccountPrefix)) {
    return std::nullopt;
  }
  const std::string_view rest = user.substr(kAccountPrefix.size());
  const std::size_t colon = rest.find(':');
  if (colon == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view ns = rest.substr(0, colon);
  const std::string_view name = rest.substr(colon + 1);
  if (!api::dns_label_fault(ns).empty() || !api::dns_subdomain_fault(name).empty()) {
    return std::nullopt;
  }
  return api::Key{std::string(ns), std::string(name)};
}

json::Value to_user_info(const User& user) {
  json::Object info{{"username", user.name}};
  if (!user.uid.empty()) {
    info["uid"] = user.uid;
  }
  if (!user.groups.empty()) {
    info["groups"] = json::from_strings(user.groups);
  }
  for (const auto& [key, values] : user.extra) {
    info["extra"][key] = json::from_strings(values);
  }
  return info;
}

User from_user_info(const json::Value& info) {
  User user{info.at("username").as_string(), json::to_strings(info.at("groups")),
            info.at("uid").as_string()};
  for (const json::Member& entry : info.at("extra").as_object()) {
    user.extra.emplace_back(entry.key, json::to_strings(entry.value));
  }
  return user;
}

}  // namespace sluice::auth
