// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

TEST(ClusterPolicyRules, OfPriorityClasses) {
  constexpr char kVersion[] = "scheduling.k8s.io/v1";
  EXPECT_EQ(faults(kVersion, "PriorityClass", R"({"value":5})"), "");
  EXPECT_EQ(faults(kVersion, "PriorityClass", R"({"value":2000000000})"),
            "value: Forbidden: maximum allowed value of a user defined priority is 1000000000");
  EXPECT_EQ(faults(kVersion, "PriorityClass", R"({"value":6})", R"({"value":5})"),
            "value: Forbidden: may not be changed in an update.");
  EXPECT_EQ(faults(kVersion, "PriorityClass",
                   R"({"metadata":{"name":"system-node-critical"},"value":2000001000})"),
            "");
}

TEST(ClusterPolicyRules, OfIngresses) {
  constexpr char kVersion[] = "networking.k8s.io/v1";
  EXPECT_EQ(faults(kVersion, "Ingress", R"({"spec":{}})"),
            "spec: Invalid value: null: either `defaultBackend` or `rules` must be specified");
  EXPECT_EQ(faults(kVersion, "Ingress", R"({"spec":{"rules":[{"http":{"paths":[{"path":"x",
              "pathType":"Prefix","backend":{"service":{"name":"s","port":{"number":80}}}}]}}]}})"),
            R"(spec.rules[0].http.paths[0].path: Invalid value: "x": must be an absolute path)");
}

TEST(ClusterPolicyRules, OfOtherKinds) {
  EXPECT_EQ(faults("node.k8s.io/v1", "RuntimeClass", R"({"handler":"h2"})", R"({"handler":"h"})"),
            R"(handler: Invalid value: "h2": field is immutable)");
  EXPECT_EQ(faults("discovery.k8s.io/v1", "EndpointSlice",
                   R"({"addressType":"IPv4","endpoints":[{"addresses":[]}]})"),
            "endpoints[0].addresses: Required value: must contain at least 1 address");
  EXPECT_EQ(
      faults(
          "apiregistration.k8s.io/v1", "APIService",
          R"({"spec":{"group":"g","version":"v1","groupPriorityMinimum":1,"versionPriority":1}})"),
      R"(metadata.name: Invalid value: "a": must be `spec.version+"."+spec.group`: "v1.g")");
}

TEST(ClusterPolicyRules, OfApiServices) {
  const auto of = [](const std::string& spec) {
    const std::string text =
        R"({"metadata":{"name":"v1.g"},"spec":{"group":"g","version":"v1",)" + spec + "}}";
    return faults("apiregistration.k8s.io/v1", "APIService", text.c_str());
  };
  EXPECT_EQ(of(R"("groupPriorityMinimum":100,"versionPriority":15)"), "");
  EXPECT_EQ(of(R"("versionPriority":15)"),
            "spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000");
  EXPECT_EQ(of(R"("groupPriorityMinimum":100,"versionPriority":2000)"),
            "spec.versionPriority: Invalid value: 2000: must be positive and less than 1000");
  EXPECT_EQ(of(R"("groupPriorityMinimum":100,"versionPriority":15,"service":{},"caBundle":"eA==",
                  "insecureSkipTLSVerify":true)"),
            "[spec.service.namespace: Required value, spec.service.name: Required value, "
            "spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is "
            "present]");
}

}  // namespace
}  // namespace sluice::api
