// SPDX-License-Identifier: Apache-2.0
#include "auth/bootstrap.h"

#include <gtest/gtest.h>

#include "auth/test_policy.h"

namespace sluice::auth {
namespace {

json::Value find(const std::string& kind, const std::string& name) {
  for (json::Value& object : bootstrap_objects()) {
    if (object.at("kind").as_string() == kind && api::name(object) == name) {
      return object;
    }
  }
  ADD_FAILURE() << kind << " " << name;
  return {};
}

json::Value read(registry::TestCluster& cluster, const std::string& kind, const std::string& name) {
  return cluster.get(TestPolicy::kind(kind), name);
}

TEST(Bootstrap, MastersAreBoundToClusterAdmin) {
  EXPECT_EQ(find("ClusterRoleBinding", "cluster-admin").at("subjects").as_array()[0],
            registry::json_of(R"({"kind":"Group","apiGroup":"rbac.authorization.k8s.io",)"
                              R"("name":"system:masters"})"));
  const json::Value view = find("ClusterRole", "view");
  EXPECT_EQ(api::label(view, "kubernetes.io/bootstrapping"), "rbac-defaults");
  EXPECT_EQ(api::label(view, "rbac.authorization.k8s.io/aggregate-to-edit"), "true");
  EXPECT_EQ(api::annotation(view, "rbac.authorization.kubernetes.io/autoupdate"), "true");
}

TEST(Bootstrap, GatheringRolesComeWithTheirRules) {
  const Rules view = parse_rules(find("ClusterRole", "view").at("rules"));
  const Rules edit = parse_rules(find("ClusterRole", "edit").at("rules"));
  const Rules admin = parse_rules(find("ClusterRole", "admin").at("rules"));
  EXPECT_FALSE(view.empty());
  EXPECT_TRUE(missing_rules(edit, view).empty());
  EXPECT_TRUE(missing_rules(admin, edit).empty());
  EXPECT_FALSE(missing_rules(edit, admin).empty());
}

TEST(Bootstrap, EverythingIsWrittenOnceAndNotAgain) {
  TestPolicy policy;
  const store::Revision before = policy.cluster.store->revision();
  ASSERT_TRUE(bootstrap_policy(policy.cluster.registry).has_value());
  EXPECT_EQ(policy.cluster.store->revision(), before);
  EXPECT_EQ(read(policy.cluster, "ClusterRole", "system:discovery").at("rules"),
            find("ClusterRole", "system:discovery").at("rules"));
}

TEST(Bootstrap, WhatIsMissingComesBackAndWhatWasAddedStays) {
  TestPolicy policy;
  json::Value role = read(policy.cluster, "ClusterRole", "system:discovery");
  const json::Value added = registry::json_of(R"({"verbs":["get"],"nonResourceURLs":["/extra"]})");
  role["rules"] = json::Array{added};
  ASSERT_TRUE(policy.cluster.registry
                  .update(TestPolicy::kind("ClusterRole"),
                          {.key = {"", "system:discovery"}, .object = role})
                  .has_value());
  ASSERT_TRUE(bootstrap_policy(policy.cluster.registry).has_value());
  const json::Value after = read(policy.cluster, "ClusterRole", "system:discovery");
  EXPECT_EQ(after.at("rules").as_array().size(), 2u);
  EXPECT_EQ(after.at("rules").as_array()[0], added);
}

TEST(Bootstrap, ProtectedObjectsAreLeftAlone) {
  TestPolicy policy;
  json::Value role = read(policy.cluster, "ClusterRole", "system:discovery");
  role["rules"] = json::Array{};
  role["metadata"]["annotations"]["rbac.authorization.kubernetes.io/autoupdate"] = "false";
  EXPECT_EQ(reconciled(role, find("ClusterRole", "system:discovery")), role);
}

TEST(Bootstrap, BindingToAnotherRoleIsReplaced) {
  TestPolicy policy;
  const auto& kind = TestPolicy::kind("ClusterRoleBinding");
  ASSERT_TRUE(policy.cluster.registry.remove(kind, {.key = {"", "system:discovery"}}).has_value());
  json::Value other = TestPolicy::binding("ClusterRoleBinding", "system:discovery", "mallory");
  other["roleRef"]["name"] = "cluster-admin";
  policy.create(other);
  ASSERT_TRUE(bootstrap_policy(policy.cluster.registry).has_value());
  const json::Value after = read(policy.cluster, "ClusterRoleBinding", "system:discovery");
  EXPECT_EQ(after.at("roleRef", "name").as_string(), "system:discovery");
  EXPECT_EQ(after.at("subjects"), find("ClusterRoleBinding", "system:discovery").at("subjects"));
}

}  // namespace
}  // namespace sluice::auth
