// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/admission/rules.h"
#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

std::string finalizers(const api::Kind& kind, std::string_view metadata) {
  const TestCluster cluster;
  json::Value object;
  object["metadata"] = json_of(metadata);
  Attributes request = creation(kind, object);
  EXPECT_TRUE(storage_in_use(*cluster.store, request).has_value());
  return json::write(object.at("metadata", "finalizers"));
}

TEST(StorageInUse, ProtectsClaimsVolumesAndTheirClasses) {
  const api::Kind& claim = api::kinds::persistent_volume_claim();
  EXPECT_EQ(finalizers(claim, R"({"name":"c"})"), R"(["kubernetes.io/pvc-protection"])");
  EXPECT_EQ(finalizers(claim, R"({"name":"c","finalizers":["a/b"]})"),
            R"(["a/b","kubernetes.io/pvc-protection"])");
  EXPECT_EQ(finalizers(claim, R"({"name":"c","finalizers":["kubernetes.io/pvc-protection"]})"),
            R"(["kubernetes.io/pvc-protection"])");
  EXPECT_EQ(finalizers(*api::find_kind("v1", "PersistentVolume"), R"({"name":"v"})"),
            R"(["kubernetes.io/pv-protection"])");
  EXPECT_EQ(
      finalizers(*api::find_kind("storage.k8s.io/v1", "VolumeAttributesClass"), R"({"name":"v"})"),
      R"(["kubernetes.io/vac-protection"])");
  EXPECT_EQ(finalizers(api::kinds::config_map(), R"({"name":"m"})"), "null");
}

}  // namespace
}  // namespace sluice::registry
