// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

std::string faults_of(std::string_view type, const char* text) {
  return faults_of(pod_part_rules(), type, text);
}

TEST(PodParts, AHandlerIsOneThing) {
  EXPECT_EQ(faults_of("core.v1.Probe", "{}"), "x: Required value: must specify a handler type\n");
  EXPECT_EQ(faults_of("core.v1.Probe", R"({"exec":{},"tcpSocket":{}})"),
            "x.tcpSocket: Forbidden: may not specify more than 1 handler type\n");
  EXPECT_EQ(faults_of("core.v1.LifecycleHandler", R"({"exec":{}})"), "");
  EXPECT_EQ(faults_of("core.v1.EnvVarSource", R"({"fieldRef":{},"secretKeyRef":{}})"),
            "x: Invalid value: \"\": may not have more than one field specified at a time\n");
}

TEST(PodParts, Tolerations) {
  EXPECT_EQ(faults_of("core.v1.Toleration", R"({"operator":"Exists"})"), "");
  EXPECT_NE(faults_of("core.v1.Toleration", R"({"value":"x"})"), "");
  EXPECT_EQ(faults_of("core.v1.Toleration", R"({"operator":"Exists","value":"v"})"),
            "x.operator: Invalid value: \"v\": value must be empty when `operator` is 'Exists'\n");
  EXPECT_EQ(
      faults_of("core.v1.Toleration", R"({"key":"a","operator":"Exists","tolerationSeconds":5})"),
      "x.effect: Invalid value: \"\": effect must be 'NoExecute' when `tolerationSeconds` is "
      "set\n");
}

TEST(PodParts, ProfilesAndSpreading) {
  EXPECT_NE(faults_of("core.v1.SeccompProfile", R"({"type":"Localhost"})"), "");
  EXPECT_NE(faults_of("core.v1.SeccompProfile", R"({"type":"Unconfined","localhostProfile":"p"})"),
            "");
  EXPECT_EQ(faults_of("core.v1.SeccompProfile", R"({"type":"Unconfined"})"), "");
  EXPECT_EQ(faults_of("core.v1.TopologySpreadConstraint",
                      R"({"maxSkew":1,"topologyKey":"z","whenUnsatisfiable":"ScheduleAnyway",)"
                      R"("minDomains":2})"),
            "x.minDomains: Invalid value: 2: can only use minDomains if "
            "whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway\n");
}

TEST(PodParts, NamesOfKernelParameters) {
  for (const char* good : {"kernel.shmmax", "net/ipv4/tcp_syncookies", "a-b_c.d", "x"}) {
    EXPECT_EQ(faults_of("core.v1.Sysctl", ("{\"name\":\"" + std::string(good) + "\"}").c_str()), "")
        << good;
  }
  for (const char* bad : {"foo-", "bar..", ".a", "a./b", "A", ""}) {
    EXPECT_NE(faults_of("core.v1.Sysctl", ("{\"name\":\"" + std::string(bad) + "\"}").c_str()), "")
        << bad;
  }
}

TEST(PodParts, ResourcesOfContainers) {
  EXPECT_EQ(faults_of("core.v1.ResourceFieldSelector", R"({"resource":"limits.cpu"})"), "");
  EXPECT_EQ(faults_of("core.v1.ResourceFieldSelector", R"({"resource":"requests.hugepages-2Mi"})"),
            "");
  EXPECT_NE(faults_of("core.v1.ResourceFieldSelector", R"({"resource":"limits.gpu"})"), "");
}

TEST(PodParts, NodeSelectors) {
  EXPECT_EQ(faults_of("core.v1.NodeSelectorRequirement", R"({"operator":"Exists"})"), "");
  EXPECT_NE(faults_of("core.v1.NodeSelectorRequirement", R"({"operator":"In"})"), "");
  EXPECT_NE(faults_of("core.v1.NodeSelectorRequirement", R"({"operator":"Gt"})"), "");
  EXPECT_EQ(faults_of("core.v1.NodeSelectorRequirement", R"({"operator":"Bad"})"),
            "x.operator: Invalid value: \"Bad\": not a valid selector operator\n");
}

TEST(PodParts, WholePods) {
  EXPECT_EQ(faults_of("core.v1.PodSpec", R"({"dnsPolicy":"None"})"),
            "x.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None\n");
  EXPECT_EQ(faults_of("core.v1.PodSpec", R"({"initContainers":[{"lifecycle":{}}]})"),
            "x.initContainers[0].lifecycle: Forbidden: may not be set for init containers without "
            "restartPolicy=Always\n");
  EXPECT_NE(faults_of("core.v1.PodSpec", R"({"schedulingGates":[{}],"nodeName":"n"})"), "");
  EXPECT_EQ(faults_of("core.v1.Container", R"({"livenessProbe":{"successThreshold":2}})"),
            "x.livenessProbe.successThreshold: Invalid value: 2: must be 1\n");
}

}  // namespace
}  // namespace sluice::api
