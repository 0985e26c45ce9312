// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

std::string faults_of(std::string_view type, const char* text) {
  return faults_of(config_part_rules(), type, text);
}

TEST(ConfigParts, LimitsAndQuotas) {
  EXPECT_EQ(faults_of("core.v1.LimitRangeItem", R"({"type":"Pod","default":{"cpu":"1"}})"),
            "x.default: Forbidden: may not be specified when `type` is 'Pod'\n");
  EXPECT_EQ(faults_of("core.v1.LimitRangeItem",
                      R"({"type":"Container","maxLimitRequestRatio":{"cpu":"500m"}})"),
            "x.maxLimitRequestRatio[cpu]: Invalid value: \"500m\": ratio 500m is less than 1\n");
  EXPECT_NE(faults_of("core.v1.LimitRangeItem", R"({"type":"PersistentVolumeClaim"})"), "");
  EXPECT_NE(faults_of("core.v1.LimitRangeItem", R"({"type":"Bad"})"), "");
  EXPECT_EQ(faults_of("core.v1.LimitRangeItem", R"({"type":"example.com/x"})"), "");
  EXPECT_EQ(faults_of("core.v1.LimitRangeSpec", R"({"limits":[{"type":"a"},{"type":"a"}]})"),
            "x.limits[1].type: Duplicate value: \"a\"\n");
  EXPECT_EQ(faults_of("core.v1.ResourceQuotaSpec", R"({"hard":{"pods":"1500m","cpu":"1500m"}})"),
            "x.hard[pods]: Invalid value: \"1500m\": must be an integer\n");
  EXPECT_NE(faults_of("core.v1.ResourceQuotaSpec", R"({"hard":{"cpu":"-1"}})"), "");
}

TEST(ConfigParts, EndpointsAndFlows) {
  EXPECT_NE(faults_of("core.v1.EndpointSubset", "{}"), "");
  EXPECT_EQ(faults_of("core.v1.EndpointSubset", R"({"addresses":[{}],"ports":[{},{"name":"a"}]})"),
            "x.ports[0].name: Required value\n");
  EXPECT_EQ(faults_of("flowcontrol.v1.PriorityLevelConfigurationSpec", R"({"type":"Limited"})"),
            "x.limited: Required value: must not be empty when type is Limited\n");
  EXPECT_EQ(faults_of("flowcontrol.v1.LimitResponse",
                      R"({"type":"Queue","queuing":{"queues":4,"handSize":8}})"),
            "x.queuing.handSize: Invalid value: 8: should not be greater than queues (4)\n");
  EXPECT_NE(faults_of("flowcontrol.v1.LimitedPriorityLevelConfiguration",
                      R"({"nominalConcurrencyShares":-1})"),
            "");
  EXPECT_NE(faults_of("flowcontrol.v1.PolicyRulesWithSubjects", "{}"), "");
  EXPECT_NE(faults_of("flowcontrol.v1.FlowSchemaSpec", R"({"matchingPrecedence":20000})"), "");
}

TEST(ConfigParts, StorageAndRollouts) {
  EXPECT_NE(faults_of("storage.v1.VolumeAttachmentSource", "{}"), "");
  EXPECT_EQ(faults_of("storage.v1.VolumeAttachmentSource", R"({"persistentVolumeName":"v"})"), "");
  EXPECT_EQ(faults_of("storage.v1.CSINodeSpec", R"({"drivers":[{"name":"d"},{"name":"d"}]})"),
            "x.drivers[1].name: Duplicate value: \"d\"\n");
  EXPECT_NE(faults_of("apps.v1.RollingUpdateDaemonSet", R"({"maxSurge":0,"maxUnavailable":"0%"})"),
            "");
  EXPECT_NE(faults_of("apps.v1.RollingUpdateDaemonSet", R"({"maxSurge":1,"maxUnavailable":1})"),
            "");
  EXPECT_EQ(faults_of("apps.v1.RollingUpdateDaemonSet", R"({"maxSurge":0,"maxUnavailable":1})"),
            "");
}

}  // namespace
}  // namespace sluice::api
