// SPDX-License-Identifier: Apache-2.0
#include "pod/security_json.h"

#include "json/strings.h"

namespace sluice::pod {

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
      {"add", json::from_strings(privileges.add)},
      {"drop", json::from_strings(privileges.drop)},
      {"privileged", privileges.privileged},
      {"noNewPrivileges", privileges.no_new_privileges},
      {"seccompUnconfined", privileges.seccomp == containers::Seccomp::kUnconfined}};
}

containers::Privileges privileges_from_json(const json::Value& item) {
  return {.add = json::to_strings(item.at("add")),
          .drop = json::to_strings(item.at("drop")),
          .privileged = item.at("privileged").as_bool(),
          .no_new_privileges = item.at("noNewPrivileges").as_bool(),
          .seccomp = item.at("seccompUnconfined").as_bool() ? containers::Seccomp::kUnconfined
                                                            : containers::Seccomp::kDefault};
}

}  // namespace sluice::pod
