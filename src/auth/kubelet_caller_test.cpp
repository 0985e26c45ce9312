// SPDX-License-Identifier: Apache-2.0
#include "auth/kubelet_caller.h"

#include <gtest/gtest.h>

#include "auth/test_policy.h"

namespace sluice::auth {
namespace {

TEST(KubeletCaller, MayCallKubeletsAndNothingElse) {
  TestPolicy policy;
  ASSERT_TRUE(publish_kubelet_caller(policy.cluster.registry).has_value());
  ASSERT_TRUE(publish_kubelet_caller(policy.cluster.registry).has_value());
  const User caller = certificate_user(kKubeletCaller, {});
  const auto may = [&](const char* verb, const char* resource, const char* part) {
    return policy.rbac
        .decide(caller, {.verb = verb,
                         .path = "",
                         .is_resource = true,
                         .group = "",
                         .version = "v1",
                         .ns = "",
                         .resource = resource,
                         .name = "n",
                         .subresource = part,
                         .subpath = ""})
        .allowed;
  };
  EXPECT_TRUE(may("create", "nodes", "proxy"));
  EXPECT_TRUE(may("get", "nodes", "metrics"));
  EXPECT_FALSE(may("update", "nodes", ""));
  EXPECT_FALSE(may("get", "secrets", ""));
}

}  // namespace
}  // namespace sluice::auth
