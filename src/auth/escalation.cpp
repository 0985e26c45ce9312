// SPDX-License-Identifier: Apache-2.0
#include "auth/escalation.h"

namespace sluice::auth {

namespace {

constexpr std::string_view kGroup = "rbac.authorization.k8s.io";

// Who writes what, in place of what.
struct Write {
  const Rbac& rbac;
  const User& user;
  const json::Value& object;
  const json::Value* current;
};

std::string resource_of(const json::Value& object) {
  const std::string& kind = object.at("kind").as_string();
  return kind == "ClusterRole"          ? "clusterroles"
         : kind == "Role"               ? "roles"
         : kind == "ClusterRoleBinding" ? "clusterrolebindings"
         : kind == "RoleBinding"        ? "rolebindings"
                                        : "";
}

tl::unexpected<Error> refuse(const Write& write, const std::string& why) {
  return fail(Code::kForbidden, resource_of(write.object) + "." + std::string(kGroup) + " \"" +
                                    api::name(write.object) + "\" is forbidden: " + why);
}

bool may(const Write& write, std::string_view verb, std::string_view resource,
         const std::string& name) {
  return write.rbac
      .decide(write.user, {.verb = std::string(verb),
                           .is_resource = true,
                           .group = std::string(kGroup),
                           .ns = api::ns(write.object),
                           .resource = std::string(resource),
                           .name = name})
      .allowed;
}

Result<void> check_rules(const Write& write, const Rules& rules) {
  std::vector<std::string> errors;
  const Rules owned = write.rbac.rules_for(write.user, api::ns(write.object), errors);
  const Rules missing = missing_rules(owned, rules);
  if (missing.empty()) {
    return {};
  }
  std::string why = "user \"" + write.user.name + "\" (groups=" + quote_list(write.user.groups) +
                    ") is attempting to grant RBAC permissions not currently held:\n" +
                    describe_missing(missing);
  for (std::size_t i = 0; i < errors.size(); ++i) {
    why += (i == 0 ? "; resolution errors: [" : ", ") + errors[i];
  }
  return refuse(write, why + (errors.empty() ? "" : "]"));
}

bool aggregates(const json::Value& role) {
  return !role.at("aggregationRule", "clusterRoleSelectors").as_array().empty();
}

Result<void> check_role(const Write& write) {
  const std::string name = write.current == nullptr ? "" : api::name(write.object);
  if (may(write, "escalate", resource_of(write.object), name)) {
    return {};
  }
  TRY(check_rules(write, parse_rules(write.object.at("rules"))));
  const bool gathers =
      aggregates(write.object) || (write.current != nullptr && aggregates(*write.current));
  const Rules everything = {{.verbs = {"*"}, .groups = {"*"}, .resources = {"*"}},
                            {.verbs = {"*"}, .urls = {"*"}}};
  if (gathers && !check_rules(write, everything)) {
    return refuse(write, "must have cluster-admin privileges to use the aggregationRule");
  }
  return {};
}

Result<void> check_binding(const Write& write) {
  const json::Value& reference = write.object.at("roleRef");
  const RoleRef role = parse_role_ref(reference, api::ns(write.object));
  if (may(write, "bind", role.kind == "Role" ? "roles" : "clusterroles", role.key.name)) {
    return {};
  }
  const auto rules = write.rbac.rules_of(role);
  if (!rules && rules.error().code == Code::kNotFound) {  // as a binding, upstream says
    return fail(Code::kNotFound, resource_of(write.object) + "." + std::string(kGroup) + " \"" +
                                     role.key.name + "\" not found");
  }
  if (!rules) {
    return tl::unexpected(rules.error());
  }
  return check_rules(write, *rules);
}

// Only what the garbage collector needs to change differs.
bool same_grant(json::Value object, json::Value current) {
  for (json::Value* one : {&object, &current}) {
    for (const char* member :
         {"ownerReferences", "finalizers", "managedFields", "resourceVersion", "generation"}) {
      (*one)["metadata"].erase(member);
    }
  }
  return object == current;
}

}  // namespace

Result<void> check_escalation(const Rbac& rbac, const User& user, const json::Value& object,
                              const json::Value* current) {
  const std::string resource = resource_of(object);
  if (resource.empty() || !object.at("apiVersion").as_string().starts_with(kGroup) ||
      user.in(kMasters) || (current != nullptr && same_grant(object, *current))) {
    return {};
  }
  const Write write{rbac, user, object, current};
  return resource.ends_with("bindings") ? check_binding(write) : check_role(write);
}

}  // namespace sluice::auth
