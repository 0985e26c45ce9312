// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/meta.h"
#include "json/value.h"

namespace sluice::auth {

inline constexpr std::string_view kAnonymous = "system:anonymous";
inline constexpr std::string_view kMasters = "system:masters";  // may do everything
inline constexpr std::string_view kAuthenticated = "system:authenticated";
inline constexpr std::string_view kUnauthenticated = "system:unauthenticated";

// Who asks, as authentication found out. A plain value.
struct User {
  std::string name;
  std::vector<std::string> groups;
  std::string uid = {};
  std::vector<std::pair<std::string, std::vector<std::string>>> extra = {};

  bool in(std::string_view group) const;
};

User anonymous();

// As a certificate says it: subject CN and O.
User certificate_user(std::string name, std::vector<std::string> groups);

// "system:serviceaccount:<namespace>:<name>" with the groups every service account is in.
User service_account_user(const api::Key& account, std::string uid);
std::string service_account_name(const api::Key& account);
std::vector<std::string> service_account_groups(const std::string& ns);

// The account a user name stands for; nothing when it is another user's name.
std::optional<api::Key> split_service_account_name(std::string_view user);

// As authentication.k8s.io/v1 UserInfo.
json::Value to_user_info(const User& user);
User from_user_info(const json::Value& info);

}  // namespace sluice::auth
