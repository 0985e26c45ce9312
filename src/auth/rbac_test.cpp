// SPDX-License-Identifier: Apache-2.0
#include "auth/rbac.h"

#include <gtest/gtest.h>

#include <thread>

#include "auth/test_policy.h"

namespace sluice::auth {
namespace {

constexpr const char* kListNodes = R"([{"verbs":["list"],"apiGroups":[""],"resources":["nodes"]}])";
const Attributes kNodes{.verb = "list", .is_resource = true, .version = "v1", .resource = "nodes"};
const User kAlice = certificate_user("alice", {});

TEST(Rbac, WritesCountFromTheNextDecisionOn) {
  TestPolicy policy;
  EXPECT_FALSE(policy.rbac.decide(kAlice, kNodes).allowed);
  policy.let("alice", kListNodes);
  EXPECT_TRUE(policy.rbac.decide(kAlice, kNodes).allowed);
  ASSERT_TRUE(
      policy.cluster.registry.remove(TestPolicy::kind("ClusterRole"), {.key = {"", "alice"}})
          .has_value());
  EXPECT_EQ(policy.rbac.decide(kAlice, kNodes).reason,
            "RBAC: clusterrole.rbac.authorization.k8s.io \"alice\" not found");
}

TEST(Rbac, MoreChangesThanAWatchHoldsAreNotMissed) {
  TestPolicy policy;
  EXPECT_FALSE(policy.rbac.decide(kAlice, kNodes).allowed);
  for (int i = 0; i < 1100; ++i) {
    policy.create(TestPolicy::role("Role", "r" + std::to_string(i), "[]"));
  }
  policy.let("alice", kListNodes);
  EXPECT_TRUE(policy.rbac.decide(kAlice, kNodes).allowed);
}

TEST(Rbac, WhoeverSeesAWriteSucceedSeesItInForce) {
  TestPolicy policy;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&policy, i] {
      for (int j = 0; j < 50; ++j) {
        const std::string name = "u" + std::to_string(i) + "-" + std::to_string(j);
        policy.let(name, kListNodes);
        EXPECT_TRUE(policy.rbac.decide(certificate_user(name, {}), kNodes).allowed) << name;
      }
    });
  }
}

TEST(Rbac, RefusalsSpeakKubernetes) {
  EXPECT_EQ(forbidden(kAlice, {.verb = "get",
                               .is_resource = true,
                               .group = "batch",
                               .version = "v1",
                               .ns = "a",
                               .resource = "jobs",
                               .name = "j"})
                .message,
            "jobs.batch \"j\" is forbidden: User \"alice\" cannot get resource \"jobs\" in API "
            "group \"batch\" in the namespace \"a\"");
  EXPECT_EQ(forbidden(kAlice, kNodes, "RBAC: because").message,
            "nodes is forbidden: User \"alice\" cannot list resource \"nodes\" in API group \"\" "
            "at the cluster scope: RBAC: because");
  EXPECT_EQ(forbidden(certificate_user("<b>", {}), {.verb = "get", .path = "/apis"}).message,
            "forbidden: User \"&lt;b&gt;\" cannot get path \"/apis\"");
}

}  // namespace
}  // namespace sluice::auth
