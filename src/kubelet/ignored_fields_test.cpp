// SPDX-License-Identifier: Apache-2.0
#include "kubelet/ignored_fields.h"

#include <gmock/gmock.h>

#include "json/text.h"

namespace sluice::kubelet {
namespace {

TEST(IgnoredFields, ProbesHooksAndSecurityAreNamedWithTheirContainer) {
  const auto pod = json::parse(R"({"spec":{
      "securityContext":{"runAsUser":7},
      "initContainers":[{"name":"init","lifecycle":{"preStop":{"exec":{"command":["true"]}}}}],
      "containers":[
        {"name":"main","livenessProbe":{"exec":{}},"readinessProbe":{"tcpSocket":{"port":1}}},
        {"name":"side","startupProbe":{"exec":{}}}]}})");
  EXPECT_THAT(ignored_fields(*pod),
              testing::ElementsAre("spec.securityContext", "spec.initContainers[init].lifecycle",
                                   "spec.containers[main].livenessProbe",
                                   "spec.containers[main].readinessProbe",
                                   "spec.containers[side].startupProbe"));
}

TEST(IgnoredFields, DefaultsAskForNothing) {
  const auto pod = json::parse(R"({"spec":{"securityContext":{},"dnsPolicy":"ClusterFirst",
      "containers":[{"name":"main","image":"i","resources":{}}]}})");
  EXPECT_TRUE(ignored_fields(*pod).empty());
}

}  // namespace
}  // namespace sluice::kubelet
