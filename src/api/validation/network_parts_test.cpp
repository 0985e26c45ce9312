// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

std::string faults_of(std::string_view type, const char* text) {
  return faults_of(network_part_rules(), type, text);
}

TEST(NetworkParts, Ingresses) {
  EXPECT_EQ(faults_of("networking.v1.IngressRule", R"({"host":"*.example.com"})"), "");
  EXPECT_EQ(faults_of("networking.v1.IngressRule", R"({"host":"192.0.2.1"})"),
            "x.host: Invalid value: \"192.0.2.1\": must be a DNS name, not an IP address\n");
  EXPECT_NE(faults_of("networking.v1.IngressRule", R"({"host":"a.*.example"})"), "");
  EXPECT_NE(faults_of("networking.v1.IngressTLS", R"({"hosts":["Bad Host"],"secretName":"Bad_"})"),
            "");
  EXPECT_EQ(faults_of("networking.v1.HTTPIngressPath", R"({"path":"/a//b","pathType":"Prefix"})"),
            "x.path: Invalid value: \"/a//b\": must not contain '//'\n");
  EXPECT_NE(faults_of("networking.v1.IngressClassParametersReference", R"({"scope":"Namespace"})"),
            "");
}

TEST(NetworkParts, ExceptionsAreInsideTheirBlock) {
  EXPECT_EQ(faults_of("networking.v1.IPBlock", R"({"cidr":"10.0.0.0/8","except":["10.1.0.0/16"]})"),
            "");
  EXPECT_EQ(faults_of("networking.v1.IPBlock", R"({"cidr":"10.0.0.0/8","except":["11.0.0.0/16"]})"),
            "x.except[0]: Invalid value: \"11.0.0.0/16\": must be a strict subset of `cidr`\n");
  EXPECT_NE(faults_of("networking.v1.IPBlock", R"({"cidr":"10.0.0.0/8","except":["10.0.0.0/8"]})"),
            "");
  EXPECT_NE(
      faults_of("networking.v1.IPBlock", R"({"cidr":"10.0.0.0/8","except":["2001:db8::/64"]})"),
      "");
}

TEST(NetworkParts, SlicesAndScaling) {
  EXPECT_NE(faults_of("discovery.v1.EndpointSlice",
                      R"({"addressType":"IPv4","endpoints":[{"addresses":["127.0.0.1"]}]})"),
            "");
  EXPECT_NE(faults_of("discovery.v1.EndpointSlice", R"({"ports":[{"name":"a"},{"name":"a"}]})"),
            "");
  EXPECT_NE(faults_of("autoscaling.v2.HorizontalPodAutoscalerSpec",
                      R"({"minReplicas":0,"scaleTargetRef":{"kind":"Deployment"}})"),
            "");
  EXPECT_NE(faults_of("autoscaling.v2.ResourceMetricSource", R"({"target":{"type":"Bad"}})"), "");
  EXPECT_NE(faults_of("autoscaling.v2.HPAScalingPolicy", R"({"value":0,"periodSeconds":0})"), "");
}

}  // namespace
}  // namespace sluice::api
