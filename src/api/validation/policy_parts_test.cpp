// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

std::string faults_of(std::string_view type, const char* text) {
  return faults_of(policy_part_rules(), type, text);
}

TEST(PolicyParts, ServicesShowOnlyWhatTheirTypeHas) {
  EXPECT_EQ(faults_of("core.v1.ServiceSpec", R"({"type":"ClusterIP","loadBalancerClass":"a"})"),
            "x.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'\n");
  EXPECT_EQ(faults_of("core.v1.ServiceSpec", R"({"type":"ClusterIP","ports":[{"nodePort":1}]})"),
            "x.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'\n");
  EXPECT_EQ(faults_of("core.v1.ServiceSpec", R"({"type":"NodePort","ports":[{"nodePort":1}]})"),
            "");
  EXPECT_NE(faults_of("core.v1.ClientIPConfig", R"({"timeoutSeconds":0})"), "");
}

TEST(PolicyParts, NetworkPolicies) {
  EXPECT_EQ(faults_of("networking.v1.NetworkPolicyPort", R"({"port":80,"endPort":70})"),
            "x.endPort: Invalid value: 80: must be greater than or equal to `port`\n");
  EXPECT_EQ(faults_of("networking.v1.NetworkPolicyPeer", "{}"),
            "x: Required value: must specify a peer\n");
  EXPECT_NE(faults_of("networking.v1.NetworkPolicyPeer", R"({"ipBlock":{},"podSelector":{}})"), "");
  EXPECT_NE(faults_of("networking.v1.NetworkPolicySpec", R"({"policyTypes":["a","b","c"]})"), "");
}

TEST(PolicyParts, AutoscalersAndJobs) {
  EXPECT_EQ(faults_of("autoscaling.v2.MetricSpec", R"({"type":"Pods"})"),
            "x.pods: Required value: must populate information for the given metric source\n");
  EXPECT_NE(faults_of("autoscaling.v2.HPAScalingRules", R"({"stabilizationWindowSeconds":4000})"),
            "");
  EXPECT_EQ(faults_of("batch.v1.PodFailurePolicyOnExitCodesRequirement",
                      R"({"operator":"In","values":[2,1]})"),
            "x.values: Invalid value: [2,1]: must be ordered\n");
  EXPECT_NE(faults_of("batch.v1.PodFailurePolicyRule", "{}"), "");
  EXPECT_NE(faults_of("batch.v1.JobSpec", R"({"backoffLimitPerIndex":1})"), "");
}

TEST(PolicyParts, Webhooks) {
  constexpr std::string_view kHook = "admissionregistration.v1.ValidatingWebhook";
  EXPECT_EQ(faults_of(kHook, R"({"name":"a.b.c","sideEffects":"None",
                                 "admissionReviewVersions":["v1"],"timeoutSeconds":10})"),
            "");
  EXPECT_EQ(faults_of(kHook, R"({"name":"a.b","sideEffects":"None",
                                 "admissionReviewVersions":["v1"],"timeoutSeconds":31})"),
            "x.name: Invalid value: \"a.b\": should be a domain with at least three segments "
            "separated by dots\nx.timeoutSeconds: Invalid value: 31: the timeout value must be "
            "between 1 and 30 seconds\n");
  EXPECT_NE(faults_of("admissionregistration.v1.WebhookClientConfig", "{}"), "");
}

}  // namespace
}  // namespace sluice::api
