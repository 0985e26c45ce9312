// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

TEST(StorageRules, OfClaims) {
  constexpr char kGood[] =
      R"({"spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}}}})";
  EXPECT_EQ(faults("v1", "PersistentVolumeClaim", kGood), "");
  EXPECT_EQ(faults("v1", "PersistentVolumeClaim", R"({"spec":{}})"),
            "[spec.accessModes: Required value: at least 1 access mode is required, "
            "spec.resources[storage]: Required value]");
  EXPECT_EQ(faults("v1", "PersistentVolumeClaim",
                   R"({"spec":{"accessModes":["ReadWriteMany"],
                       "resources":{"requests":{"storage":"1Gi"}}}})",
                   kGood),
            "spec: Forbidden: spec is immutable after creation except resources.requests and "
            "volumeAttributesClassName for bound claims");
}

TEST(StorageRules, OfVolumes) {
  EXPECT_EQ(faults("v1", "PersistentVolume",
                   R"({"spec":{"accessModes":["ReadWriteOnce"],"capacity":{"storage":"1Gi"}}})"),
            "spec: Required value: must specify a volume type");
}

TEST(StorageRules, OfClasses) {
  EXPECT_EQ(faults("storage.k8s.io/v1", "StorageClass", R"({"provisioner":"p"})"), "");
  EXPECT_EQ(faults("storage.k8s.io/v1", "StorageClass", R"({"provisioner":"q"})",
                   R"({"provisioner":"p"})"),
            "provisioner: Forbidden: updates to provisioner are forbidden.");
}

}  // namespace
}  // namespace sluice::api
