// SPDX-License-Identifier: Apache-2.0
#include "auth/policy.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::auth {
namespace {

json::Value object(std::string_view text) {
  return json::parse(text).value();
}

Attributes reading(const std::string& resource, const std::string& ns) {
  return {.verb = "get", .is_resource = true, .ns = ns, .resource = resource};
}

const char* const kPodReader =
    R"({"kind":"Role","metadata":{"namespace":"a","name":"reader"},)"
    R"("rules":[{"verbs":["get"],"apiGroups":[""],"resources":["pods"]}]})";
const char* const kNodeReader =
    R"({"kind":"ClusterRole","metadata":{"name":"nodes"},)"
    R"("rules":[{"verbs":["get"],"apiGroups":[""],"resources":["nodes","pods"]}]})";

class PolicyTest : public testing::Test {
 protected:
  bool may(const User& user, const Attributes& attributes) const {
    return policy.decide(user, attributes).allowed;
  }
  Policy policy;
  const User alice = certificate_user("alice", {"dev"});
};

TEST_F(PolicyTest, NobodyMayAnythingButMastersEverything) {
  EXPECT_FALSE(may(alice, reading("pods", "a")));
  EXPECT_TRUE(may(certificate_user("root", {"system:masters"}), reading("pods", "a")));
}

TEST_F(PolicyTest, RoleBindingCountsInItsNamespaceOnly) {
  policy.put(object(kPodReader));
  policy.put(object(R"({"kind":"RoleBinding","metadata":{"namespace":"a","name":"b"},
    "roleRef":{"kind":"Role","name":"reader"},"subjects":[{"kind":"User","name":"alice"}]})"));
  EXPECT_TRUE(may(alice, reading("pods", "a")));
  EXPECT_FALSE(may(alice, reading("pods", "b")));
  EXPECT_FALSE(may(alice, reading("pods", "")));
  EXPECT_EQ(policy.decide(alice, reading("pods", "a")).reason,
            "RBAC: allowed by RoleBinding \"b/a\" of Role \"reader\" to User \"alice\"");
}

TEST_F(PolicyTest, ClusterRoleBindingCountsEverywhere) {
  policy.put(object(kNodeReader));
  policy.put(object(R"({"kind":"ClusterRoleBinding","metadata":{"name":"b"},
    "roleRef":{"kind":"ClusterRole","name":"nodes"},"subjects":[{"kind":"Group","name":"dev"}]})"));
  EXPECT_TRUE(may(alice, reading("pods", "a")));
  EXPECT_TRUE(may(alice, reading("nodes", "")));
  EXPECT_EQ(policy.decide(alice, reading("nodes", "")).reason,
            "RBAC: allowed by ClusterRoleBinding \"b\" of ClusterRole \"nodes\" to Group \"dev\"");
}

TEST_F(PolicyTest, ServiceAccountsMayBeNamedWithoutNamespaceInTheirOwn) {
  policy.put(object(kNodeReader));
  policy.put(object(R"({"kind":"RoleBinding","metadata":{"namespace":"a","name":"b"},
    "roleRef":{"kind":"ClusterRole","name":"nodes"},
    "subjects":[{"kind":"ServiceAccount","name":"robot"}]})"));
  EXPECT_TRUE(may(service_account_user({"a", "robot"}, ""), reading("pods", "a")));
  EXPECT_FALSE(may(service_account_user({"b", "robot"}, ""), reading("pods", "a")));
}

TEST_F(PolicyTest, MissingRolesAreNamed) {
  policy.put(object(R"({"kind":"ClusterRoleBinding","metadata":{"name":"b"},
    "roleRef":{"kind":"ClusterRole","name":"gone"},"subjects":[{"kind":"User","name":"alice"}]})"));
  EXPECT_EQ(policy.decide(alice, reading("pods", "a")).reason,
            "RBAC: clusterrole.rbac.authorization.k8s.io \"gone\" not found");
}

TEST_F(PolicyTest, ChangesAndRemovalsTakeEffect) {
  policy.put(object(kNodeReader));
  const auto binding = object(R"({"kind":"ClusterRoleBinding","metadata":{"name":"b"},
    "roleRef":{"kind":"ClusterRole","name":"nodes"},"subjects":[{"kind":"User","name":"alice"}]})");
  policy.put(binding);
  json::Value other = binding;
  other["subjects"].array()[0]["name"] = "bob";
  policy.put(other);
  EXPECT_FALSE(may(alice, reading("nodes", "")));
  EXPECT_TRUE(may(certificate_user("bob", {}), reading("nodes", "")));
  policy.erase(other);
  EXPECT_FALSE(may(certificate_user("bob", {}), reading("nodes", "")));
  policy.put(binding);
  policy.erase(object(kNodeReader));
  EXPECT_FALSE(may(alice, reading("nodes", "")));
}

TEST_F(PolicyTest, RulesOfAUserBoundTwiceAppearOnce) {
  policy.put(object(kNodeReader));
  policy.put(object(R"({"kind":"ClusterRoleBinding","metadata":{"name":"b"},
    "roleRef":{"kind":"ClusterRole","name":"nodes"},
    "subjects":[{"kind":"User","name":"alice"},{"kind":"Group","name":"dev"}]})"));
  std::vector<std::string> errors;
  EXPECT_EQ(policy.rules_for(alice, "a", errors).size(), 1u);
  EXPECT_TRUE(errors.empty());
}

}  // namespace
}  // namespace sluice::auth
