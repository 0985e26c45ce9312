// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

constexpr char kRbac[] = "rbac.authorization.k8s.io/v1";

TEST(RoleRules, RulesNameWhatTheyAllow) {
  EXPECT_EQ(faults(kRbac, "Role", R"({"rules":[{"verbs":["get"],"apiGroups":[""]}]})"),
            "rules[0].resources: Required value: resource rules must supply at least one resource");
  EXPECT_EQ(faults(kRbac, "Role", R"({"rules":[{"verbs":["get"],"nonResourceURLs":["/x"]}]})"),
            R"(rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to )"
            "non-resource URLs");
  EXPECT_EQ(faults(kRbac, "ClusterRole", R"({"metadata":{"name":"system:x"},"rules":[]})"), "");
}

TEST(RoleRules, BindingsKeepTheirRole) {
  constexpr char kOne[] = R"({"roleRef":{"kind":"ClusterRole","name":"a"}})";
  constexpr char kTwo[] = R"({"roleRef":{"kind":"ClusterRole","name":"b"}})";
  EXPECT_EQ(faults(kRbac, "ClusterRoleBinding", kOne), "");
  EXPECT_EQ(faults(kRbac, "ClusterRoleBinding", kTwo, kOne),
            R"(roleRef: Invalid value: {"APIGroup":"rbac.authorization.k8s.io",)"
            R"("Kind":"ClusterRole","Name":"b"}: cannot change roleRef)");
  EXPECT_EQ(faults(kRbac, "ClusterRoleBinding", R"({"roleRef":{"kind":"ClusterRole","name":"a"},
              "subjects":[{"kind":"ServiceAccount","name":"s"}]})"),
            "subjects[0].namespace: Required value");
}

}  // namespace
}  // namespace sluice::api
