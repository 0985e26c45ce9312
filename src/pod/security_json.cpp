// SPDX-License-Identifier: Apache-2.0
#include "pod/security_json.h"

namespace sluice::pod {
namespace {

json::Value words(const std::vector<std::string>& all) {
  json::Array items;
  for (const std::string& word : all) {
    items.emplace_back(word);
  }
  return items;
}

std::vector<std::string> words_from(const json::Value& items) {
  std::vector<std::string> all;
  for (const json::Value& item : items.as_array()) {
    all.push_back(item.as_string());
  }
  return all;
}

}  // namespace

json::Value to_json(const containers::Identity& identity) {
  json::Array groups;
  for (const gid_t group : identity.groups) {
    groups.emplace_back(group);
  }
  return json::Object{{"uid", identity.uid}, {"gid", identity.gid}, {"groups", std::move(groups)}};
}

containers::Identity identity_from_json(const json::Value& item) {
  containers::Identity identity{.uid = static_cast<uid_t>(item.at("uid").as_int()),
                                .gid = static_cast<gid_t>(item.at("gid").as_int())};
  for (const json::Value& group : item.at("groups").as_array()) {
    identity.groups.push_back(static_cast<gid_t>(group.as_int()));
  }
  return identity;
}

json::Value to_json(const containers::Privileges& privileges) {
  return json::Object{
      {"add", words(privileges.add)},
      {"drop", words(privileges.drop)},
      {"privileged", privileges.privileged},
      {"noNewPrivileges", privileges.no_new_privileges},
      {"seccompUnconfined", privileges.seccomp == containers::Seccomp::kUnconfined}};
}

containers::Privileges privileges_from_json(const json::Value& item) {
  return {.add = words_from(item.at("add")),
          .drop = words_from(item.at("drop")),
          .privileged = item.at("privileged").as_bool(),
          .no_new_privileges = item.at("noNewPrivileges").as_bool(),
          .seccomp = item.at("seccompUnconfined").as_bool() ? containers::Seccomp::kUnconfined
                                                            : containers::Seccomp::kDefault};
}

}  // namespace sluice::pod
