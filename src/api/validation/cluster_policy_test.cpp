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
      faults("apiregistration.k8s.io/v1", "APIService", R"({"spec":{"group":"g","version":"v1"}})"),
      R"(metadata.name: Invalid value: "a": must be `spec.version+"."+spec.group`: "v1.g")");
}

}  // namespace
}  // namespace sluice::api
