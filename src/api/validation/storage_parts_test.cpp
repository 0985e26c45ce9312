// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

std::string faults_of(std::string_view type, const char* text) {
  return faults_of(storage_part_rules(), type, text);
}

TEST(StorageParts, AmountsArePositive) {
  EXPECT_EQ(faults_of("core.v1.PersistentVolumeSpec", R"({"capacity":{"storage":"-1"}})"),
            "x.capacity[storage]: Invalid value: -1: must be a valid resource quantity\n"
            "x.capacity[storage]: Invalid value: \"-1\": must be greater than zero\n");
  EXPECT_NE(faults_of("core.v1.PersistentVolumeClaimSpec",
                      R"({"resources":{"requests":{"storage":"0"}}})"),
            "");
  EXPECT_NE(faults_of("storage.v1.CSIStorageCapacity", R"({"capacity":"-1"})"), "");
  EXPECT_NE(faults_of("node.v1.Overhead", R"({"podFixed":{"cpu":"-1"}})"), "");
  EXPECT_NE(faults_of("core.v1.PersistentVolumeSpec", R"({"local":{}})"), "");
}

TEST(StorageParts, ClassesAndDrivers) {
  EXPECT_NE(faults_of("storage.v1.StorageClass", R"({"parameters":{"":"x"}})"), "");
  EXPECT_EQ(faults_of("storage.v1.CSIDriverSpec", R"({"volumeLifecycleModes":["Bad"]})"),
            "x.volumeLifecycleModes: Unsupported value: \"Bad\": supported values: \"Persistent\", "
            "\"Ephemeral\"\n");
}

TEST(StorageParts, NodesNamespacesAndRoles) {
  EXPECT_NE(faults_of("core.v1.NodeSpec", R"({"podCIDRs":["192.0.2.0/24","198.51.100.0/24"]})"),
            "");
  EXPECT_EQ(faults_of("core.v1.NodeSpec", R"({"podCIDRs":["192.0.2.0/24","2001:db8::/64"]})"), "");
  EXPECT_NE(faults_of("core.v1.NamespaceSpec", R"({"finalizers":["bad"]})"), "");
  EXPECT_EQ(faults_of("core.v1.NamespaceSpec", R"({"finalizers":["kubernetes","a.io/x"]})"), "");
  EXPECT_NE(faults_of("rbac.v1.AggregationRule", "{}"), "");
  EXPECT_NE(faults_of("rbac.v1.AggregationRule",
                      R"({"clusterRoleSelectors":[{"matchLabels":{"a b":"c"}}]})"),
            "");
}

TEST(StorageParts, Flows) {
  EXPECT_NE(faults_of("flowcontrol.v1.ResourcePolicyRule", "{}"), "");
  EXPECT_EQ(faults_of("flowcontrol.v1.ResourcePolicyRule", R"({"clusterScope":true})"), "");
  EXPECT_NE(faults_of("flowcontrol.v1.NonResourcePolicyRule", R"({"nonResourceURLs":["x"]})"), "");
  EXPECT_NE(faults_of("flowcontrol.v1.FlowDistinguisherMethod", R"({"type":"Bad"})"), "");
  EXPECT_NE(faults_of("flowcontrol.v1.PriorityLevelConfiguration",
                      R"({"metadata":{"name":"a"},"spec":{"type":"Exempt"}})"),
            "");
}

}  // namespace
}  // namespace sluice::api
