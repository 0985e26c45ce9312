// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/defaults.h"
#include "api/validate.h"
#include "api/validation/test_faults.h"
#include "json/text.h"

namespace sluice::api {
namespace {

json::Value pod_with(const char* spec) {
  json::Value pod = json::parse(R"({"metadata":{"name":"p","namespace":"default"}})").value();
  pod["spec"] = json::parse(spec).value();
  apply_defaults(kinds::pod(), pod);
  return pod;
}

std::string faults(const char* spec) {
  const auto result = validate_create(kinds::pod(), pod_with(spec));
  return reasons(result);
}

TEST(ContainerRules, DemandNamesAndImages) {
  EXPECT_EQ(faults("{}"), "spec.containers: Required value");
  EXPECT_EQ(faults(R"({"containers":[{}]})"),
            "[spec.containers[0].name: Required value, spec.containers[0].image: Required value]");
  EXPECT_EQ(faults(R"({"containers":[{"name":"a","image":"i"},{"name":"a","image":"i"}]})"),
            "spec.containers[1].name: Duplicate value: \"a\"");
  EXPECT_NE(faults(R"({"containers":[{"name":"A_b","image":"i"}]})").find("RFC 1123 label"),
            std::string::npos);
}

TEST(ContainerRules, CheckReferencesPortsAndVolumes) {
  EXPECT_EQ(faults(R"({"containers":[{"name":"a","image":"i","volumeMounts":[{"name":"v",
    "mountPath":"/v"},{"name":"v","mountPath":"/v"}]}],"volumes":[{"name":"v","emptyDir":{}}]})"),
            "spec.containers[0].volumeMounts[1].mountPath: Invalid value: \"/v\": must be unique");
  EXPECT_EQ(faults(R"({"containers":[{"name":"a","image":"i","imagePullPolicy":"Maybe"}]})"),
            "spec.containers[0].imagePullPolicy: Unsupported value: \"Maybe\": supported values: "
            "\"Always\", \"IfNotPresent\", \"Never\"");
  EXPECT_EQ(
      faults(R"({"containers":[{"name":"a","image":"i","ports":[{"containerPort":1,"name":"x"},
    {"containerPort":2,"name":"x"}]}]})"),
      "spec.containers[0].ports[1].name: Duplicate value: \"x\"");
  EXPECT_EQ(faults(R"({"initContainers":[{"name":"a","image":"i"}],
    "containers":[{"name":"a","image":"i"}]})"),
            "spec.initContainers[0].name: Duplicate value: \"a\"");
  EXPECT_EQ(faults(R"({"containers":[{"name":"a","image":"i"}],
    "volumes":[{"name":"v","emptyDir":{},"hostPath":{"path":"/"}}]})"),
            "spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type");
}

}  // namespace
}  // namespace sluice::api
