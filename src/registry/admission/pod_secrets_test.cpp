// SPDX-License-Identifier: Apache-2.0
#include "registry/admission/pod_secrets.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

bool uses(std::string_view spec) {
  json::Value pod;
  pod["spec"] = json_of(spec);
  return uses_secrets(pod);
}

TEST(PodSecrets, AreFoundWhereverAPodMayNameThem) {
  EXPECT_FALSE(uses(R"({"containers":[{"name":"c","env":[{"name":"E","value":"v"}]}],
                        "volumes":[{"name":"v","emptyDir":{}}]})"));
  EXPECT_TRUE(uses(R"({"imagePullSecrets":[{"name":"s"}]})"));
  EXPECT_TRUE(uses(R"({"volumes":[{"name":"v","secret":{"secretName":"s"}}]})"));
  EXPECT_TRUE(uses(R"({"volumes":[{"name":"v","csi":{"nodePublishSecretRef":{"name":"s"}}}]})"));
  EXPECT_TRUE(uses(R"({"volumes":[{"name":"v","projected":{"sources":[{"secret":{}}]}}]})"));
  EXPECT_TRUE(uses(R"({"ephemeralContainers":[{"name":"c","envFrom":[{"secretRef":{}}]}]})"));
}

TEST(PodSecrets, OfAnEnvironmentSayWhoUsesThem) {
  const json::Value pod = json_of(R"({"spec":{"initContainers":[{"name":"c",
      "envFrom":[{"secretRef":{"name":"whole"}},{"configMapRef":{"name":"no"}}],
      "env":[{"name":"E","valueFrom":{"secretKeyRef":{"name":"one","key":"k"}}}]}]}})");
  const auto found = environment_secrets(pod, "initContainers");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].user, "init container c with envVar E");
  EXPECT_EQ(found[0].name, "one");
  EXPECT_EQ(found[1].user, "init container c with envFrom");
  EXPECT_EQ(found[1].name, "whole");
  EXPECT_TRUE(environment_secrets(pod, "containers").empty());
}

}  // namespace
}  // namespace sluice::registry
