// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "auth/bootstrap.h"
#include "auth/rbac.h"
#include "registry/test_cluster.h"

namespace sluice::auth {

// A cluster with the policy every cluster starts with, and quick ways to add to it.
struct TestPolicy {
  registry::TestCluster cluster;
  const Rbac rbac{cluster.registry};

  TestPolicy() {
    const auto done = bootstrap_policy(cluster.registry);
    EXPECT_TRUE(done.has_value()) << done.error().message;
  }

  static const api::Kind& kind(std::string_view name) {
    return *api::find_kind("rbac.authorization.k8s.io/v1", name);
  }

  // A role (in the namespace default, or a ClusterRole) as a document.
  static json::Value role(std::string_view kind, const std::string& name, std::string_view rules) {
    return json::Object{{"apiVersion", "rbac.authorization.k8s.io/v1"},
                        {"kind", kind},
                        {"metadata", metadata(kind, name)},
                        {"rules", registry::json_of(rules)}};
  }
  // A binding of that user to the (cluster) role of the same name as the binding.
  static json::Value binding(std::string_view kind, const std::string& name,
                             const std::string& user) {
    const bool cluster_wide = kind == "ClusterRoleBinding";
    const char* group = "rbac.authorization.k8s.io";
    return json::Object{{"apiVersion", "rbac.authorization.k8s.io/v1"},
                        {"kind", kind},
                        {"metadata", metadata(kind, name)},
                        {"roleRef", json::Object{{"apiGroup", group},
                                                 {"kind", cluster_wide ? "ClusterRole" : "Role"},
                                                 {"name", name}}},
                        {"subjects", json::Array{json::Object{
                                         {"kind", "User"}, {"apiGroup", group}, {"name", user}}}}};
  }
  void create(const json::Value& object) {
    const auto created =
        cluster.registry.create(kind(object.at("kind").as_string()), api::ns(object), object);
    EXPECT_TRUE(created.has_value()) << created.error().message;
  }
  // Lets the user do what the rules say, everywhere.
  void let(const std::string& user, std::string_view rules) {
    create(role("ClusterRole", user, rules));
    create(binding("ClusterRoleBinding", user, user));
  }

 private:
  static json::Value metadata(std::string_view kind, const std::string& name) {
    json::Object made{{"name", name}};
    if (!kind.starts_with("Cluster")) {
      made["namespace"] = "default";
    }
    return made;
  }
};

}  // namespace sluice::auth
