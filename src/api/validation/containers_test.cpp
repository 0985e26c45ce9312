// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

TEST(ContainerRules, DemandNamesAndImages) {
  EXPECT_EQ(pod_faults("{}"), "spec.containers: Required value");
  EXPECT_EQ(pod_faults(R"({"containers":[{}]})"),
            "[spec.containers[0].name: Required value, spec.containers[0].image: Required value]");
  EXPECT_EQ(pod_faults(R"({"containers":[{"name":"a","image":"i"},{"name":"a","image":"i"}]})"),
            "spec.containers[1].name: Duplicate value: \"a\"");
  EXPECT_NE(pod_faults(R"({"containers":[{"name":"A_b","image":"i"}]})").find("RFC 1123 label"),
            std::string::npos);
}

TEST(ContainerRules, CheckReferencesPortsAndVolumes) {
  EXPECT_EQ(pod_faults(R"({"containers":[{"name":"a","image":"i","volumeMounts":[{"name":"v",
    "mountPath":"/v"},{"name":"v","mountPath":"/v"}]}],"volumes":[{"name":"v","emptyDir":{}}]})"),
            "spec.containers[0].volumeMounts[1].mountPath: Invalid value: \"/v\": must be unique");
  EXPECT_EQ(pod_faults(R"({"containers":[{"name":"a","image":"i","imagePullPolicy":"Maybe"}]})"),
            "spec.containers[0].imagePullPolicy: Unsupported value: \"Maybe\": supported values: "
            "\"Always\", \"IfNotPresent\", \"Never\"");
  EXPECT_EQ(
      pod_faults(R"({"containers":[{"name":"a","image":"i","ports":[{"containerPort":1,"name":"x"},
    {"containerPort":2,"name":"x"}]}]})"),
      "spec.containers[0].ports[1].name: Duplicate value: \"x\"");
  EXPECT_EQ(pod_faults(R"({"initContainers":[{"name":"a","image":"i"}],
    "containers":[{"name":"a","image":"i"}]})"),
            "spec.initContainers[0].name: Duplicate value: \"a\"");
  EXPECT_EQ(pod_faults(R"({"containers":[{"name":"a","image":"i"}],
    "volumes":[{"name":"v","emptyDir":{},"hostPath":{"path":"/"}}]})"),
            "spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type");
}

}  // namespace
}  // namespace sluice::api
