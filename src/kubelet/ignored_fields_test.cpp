// SPDX-License-Identifier: Apache-2.0
#include "kubelet/ignored_fields.h"

#include <gmock/gmock.h>

#include "json/text.h"

namespace sluice::kubelet {
namespace {

TEST(IgnoredFields, AreNamedWithTheirContainer) {
  const auto pod = json::parse(R"({"spec":{
      "securityContext":{"runAsUser":7},
      "initContainers":[{"name":"init","securityContext":{"runAsUser":8}}],
      "containers":[{"name":"main","livenessProbe":{"exec":{}}},
        {"name":"side","securityContext":{"privileged":true}}]}})");
  EXPECT_THAT(
      ignored_fields(*pod),
      testing::ElementsAre("spec.securityContext", "spec.initContainers[init].securityContext",
                           "spec.containers[side].securityContext"));
}

TEST(IgnoredFields, DefaultsAskForNothing) {
  const auto pod = json::parse(R"({"spec":{"securityContext":{},"dnsPolicy":"ClusterFirst",
      "containers":[{"name":"main","image":"i","resources":{}}]}})");
  EXPECT_TRUE(ignored_fields(*pod).empty());
}

}  // namespace
}  // namespace sluice::kubelet
