// SPDX-License-Identifier: Apache-2.0
#include "api/pod_warnings.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

using Lines = std::vector<std::string>;

Lines warned(const std::string& pod, const std::string& at = "") {
  return pod_warnings(json::parse(pod).value(), at);
}

// Of a pod with one container that has these members.
Lines of_container(const std::string& members) {
  return warned(R"({"spec":{"containers":[{"name":"c",)" + members + "}]}}");
}

TEST(PodWarnings, APlainPodHasNone) {
  EXPECT_EQ(of_container(R"("image":"i","env":[{"name":"a","value":"1"}])"), Lines{});
}

TEST(PodWarnings, PortsGivenTwice) {
  EXPECT_EQ(of_container(R"("ports":[{"containerPort":80,"protocol":"TCP"},
                                     {"containerPort":80,"protocol":"TCP"},
                                     {"containerPort":80,"protocol":"UDP"},
                                     {"containerPort":80,"protocol":"TCP","hostPort":8080}])"),
            (Lines{"spec.containers[0].ports[1]: duplicate port definition with "
                   "spec.containers[0].ports[0]",
                   "spec.containers[0].ports[3]: overlapping port definition with "
                   "spec.containers[0].ports[0]",
                   "spec.containers[0].ports[3]: overlapping port definition with "
                   "spec.containers[0].ports[1]"}));
  EXPECT_EQ(of_container(R"("ports":[{"containerPort":80,"protocol":"TCP","hostIP":"x"}])"),
            Lines{"spec.containers[0].ports[0]: hostIP set without hostPort: {Name: HostPort:0 "
                  "ContainerPort:80 Protocol:TCP HostIP:x}"});
}

TEST(PodWarnings, VariablesThatHideOthers) {
  EXPECT_EQ(of_container(R"("env":[{"name":"a","value":"1"},{"name":"a","value":"2"},
                                   {"name":"b","value":"1"},{"name":"b","value":"$(b)2"}])"),
            Lines{"spec.containers[0].env[1]: hides previous definition of \"a\", which may be "
                  "dropped when using apply"});
}

TEST(PodWarnings, FractionsOfBytes) {
  EXPECT_EQ(of_container(R"("resources":{"limits":{"memory":"100m","cpu":"100m"}})"),
            Lines{"spec.containers[0].resources.limits[memory]: fractional byte value \"100m\" is "
                  "invalid, must be an integer"});
}

TEST(PodWarnings, OldAnnotationsLabelsAndVolumes) {
  EXPECT_EQ(
      warned(R"({"metadata":{"annotations":{
                "seccomp.security.alpha.kubernetes.io/pod":"x"}},"spec":{
                "nodeSelector":{"beta.kubernetes.io/os":"linux"},
                "volumes":[{"name":"v","gitRepo":{}},{"name":"w","projected":{"sources":[{}]}}]}})"),
      (Lines{"spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "
             "\"kubernetes.io/os\" instead",
             "spec.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+",
             "volume \"w\" (Projected) has no sources provided",
             "metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: non-functional "
             "in v1.27+; use the \"seccompProfile\" field instead"}));
}

TEST(PodWarnings, SecretsGivenTwiceOrWithoutNameInATemplate) {
  EXPECT_EQ(
      warned(R"({"spec":{"imagePullSecrets":[{"name":"a"},{"name":"a"},{}]}})", "spec.template"),
      (Lines{"spec.template.spec.imagePullSecrets[1].name: duplicate name \"a\"",
             "spec.template.spec.imagePullSecrets[2].name: invalid empty name \"\""}));
}

}  // namespace
}  // namespace sluice::api
