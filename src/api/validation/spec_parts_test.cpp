// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

std::string faults_of(std::string_view type, const char* text) {
  return faults_of(spec_part_rules(), type, text);
}

TEST(SpecParts, HostPortsAreTakenOnce) {
  EXPECT_EQ(faults_of("core.v1.PodSpec",
                      R"({"containers":[{"ports":[{"protocol":"TCP","hostPort":80},)"
                      R"({"protocol":"TCP","hostPort":80},{"protocol":"UDP","hostPort":80}]}]})"),
            "x.containers[0].ports[1].hostPort: Duplicate value: \"TCP//80\"\n");
  EXPECT_EQ(faults_of("core.v1.PodSpec", R"({"hostNetwork":true,"containers":)"
                                         R"([{"ports":[{"containerPort":80,"hostPort":81}]}]})"),
            "x.containers[0].ports[0].hostPort: Invalid value: 81: must match `containerPort` when "
            "`hostNetwork` is true\n");
}

TEST(SpecParts, WhatContainersNameIsThere) {
  EXPECT_EQ(faults_of("core.v1.PodSpec", R"({"containers":[{"volumeDevices":[{"name":"v"}]}]})"),
            "x.containers[0].volumeDevices[0].name: Not found: \"v\"\n");
  EXPECT_EQ(
      faults_of("core.v1.PodSpec", R"({"containers":[{"resources":{"claims":[{"name":"c"}]}}]})"),
      "x.containers[0].resources.claims[0]: Not found: \"c\": must be one of the names in "
      "pod.spec.resourceClaims which is empty\n");
  EXPECT_EQ(faults_of("core.v1.PodSpec",
                      R"({"terminationGracePeriodSeconds":30,"containers":[{"lifecycle":)"
                      R"({"preStop":{"sleep":{"seconds":99}}}}]})"),
            "x.containers[0].lifecycle.preStop.sleep: Invalid value: 99: must be non-negative and "
            "less than terminationGracePeriodSeconds (30)\n");
}

TEST(SpecParts, ListsHaveNoDuplicates) {
  EXPECT_EQ(faults_of("core.v1.PodSpec", R"({"schedulingGates":[{"name":"a"},{"name":"a"}]})"),
            "x.schedulingGates[1]: Duplicate value: \"a\"\n");
  EXPECT_EQ(
      faults_of("core.v1.PodSpec",
                R"({"topologySpreadConstraints":[{"topologyKey":"z","whenUnsatisfiable":"D"},)"
                R"({"topologyKey":"z","whenUnsatisfiable":"D"}]})"),
      "x.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "
      "\"{z, D}\"\n");
  EXPECT_NE(faults_of("core.v1.PodSecurityContext", R"({"sysctls":[{"name":"a"},{"name":"a"}]})"),
            "");
}

TEST(SpecParts, NamesOfOtherThings) {
  EXPECT_NE(faults_of("core.v1.PodDNSConfig", R"({"searches":["a b"],"options":[{}]})"), "");
  EXPECT_EQ(faults_of("core.v1.PodDNSConfig", R"({"searches":["_tcp.example.com","."]})"), "");
  EXPECT_NE(faults_of("core.v1.NodeSelectorTerm", R"({"matchFields":[{"key":"a"}]})"), "");
  EXPECT_NE(faults_of("core.v1.PodAffinityTerm", R"({"namespaces":["Bad_"]})"), "");
  EXPECT_NE(faults_of("core.v1.PodSpec",
                      R"({"securityContext":{"windowsOptions":{"hostProcess":true}}})"),
            "");
}

}  // namespace
}  // namespace sluice::api
