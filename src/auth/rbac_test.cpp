// SPDX-License-Identifier: Apache-2.0
#include "auth/rbac.h"

#include <gtest/gtest.h>

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
