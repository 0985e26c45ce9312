// SPDX-License-Identifier: Apache-2.0
#include "auth/escalation.h"

#include <gtest/gtest.h>

#include "auth/test_policy.h"

namespace sluice::auth {
namespace {

constexpr const char* kReadPods =
    R"([{"verbs":["get","list"],"apiGroups":[""],"resources":["pods"]}])";

class EscalationTest : public testing::Test {
 protected:
  std::string refusal(const json::Value& object, const json::Value* current = nullptr) {
    const auto checked = check_escalation(policy.rbac, alice, object, current);
    return checked ? "" : checked.error().message;
  }
  TestPolicy policy;
  User alice = certificate_user("alice", {});
};

TEST_F(EscalationTest, RolesMayHoldOnlyWhatTheirWriterHas) {
  const json::Value role = TestPolicy::role("Role", "r", kReadPods);
  EXPECT_EQ(refusal(role),
            "roles.rbac.authorization.k8s.io \"r\" is forbidden: user \"alice\" "
            "(groups=[\"system:authenticated\"]) is attempting to grant RBAC permissions not "
            "currently held:\n"
            "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"get\" \"list\"]}");
  policy.let("alice", kReadPods);
  EXPECT_EQ(refusal(role), "");
}

TEST_F(EscalationTest, TheVerbEscalateLiftsIt) {
  policy.let("alice", R"([{"verbs":["escalate"],"apiGroups":["rbac.authorization.k8s.io"],)"
                      R"("resources":["roles"]}])");
  EXPECT_EQ(refusal(TestPolicy::role("Role", "r", kReadPods)), "");
  EXPECT_NE(refusal(TestPolicy::role("ClusterRole", "r", kReadPods)), "");
}

TEST_F(EscalationTest, BindingsMayGrantOnlyWhatTheirWriterHas) {
  policy.create(TestPolicy::role("Role", "r", kReadPods));
  const json::Value binding = TestPolicy::binding("RoleBinding", "r", "bob");
  EXPECT_NE(refusal(binding).find("rolebindings.rbac.authorization.k8s.io \"r\" is forbidden"),
            std::string::npos);
  policy.let("alice", R"([{"verbs":["bind"],"apiGroups":["rbac.authorization.k8s.io"],)"
                      R"("resources":["roles"],"resourceNames":["r"]}])");
  EXPECT_EQ(refusal(binding), "");
}

TEST_F(EscalationTest, BindingsToRolesThatAreMissingAreRefused) {
  EXPECT_EQ(refusal(TestPolicy::binding("RoleBinding", "gone", "bob")),
            "rolebindings.rbac.authorization.k8s.io \"gone\" not found");
}

TEST_F(EscalationTest, GatheringRolesNeedsFullAuthority) {
  json::Value role = TestPolicy::role("ClusterRole", "r", "[]");
  role["aggregationRule"]["clusterRoleSelectors"] =
      json::Array{json::Object{{"matchLabels", json::Object{{"a", "b"}}}}};
  EXPECT_EQ(refusal(role),
            "clusterroles.rbac.authorization.k8s.io \"r\" is forbidden: must have cluster-admin "
            "privileges to use the aggregationRule");
}

TEST_F(EscalationTest, MastersAndChangesThatGrantNothingAreFine) {
  const json::Value role = TestPolicy::role("Role", "r", kReadPods);
  json::Value owned = role;
  owned["metadata"]["finalizers"] = json::Array{"example.com/x"};
  EXPECT_EQ(refusal(owned, &role), "");
  alice.groups.emplace_back(kMasters);
  EXPECT_EQ(refusal(role), "");
}

TEST_F(EscalationTest, OtherKindsAreNotLookedAt) {
  EXPECT_EQ(refusal(registry::json_of(R"({"apiVersion":"v1","kind":"Pod"})")), "");
}

}  // namespace
}  // namespace sluice::auth
