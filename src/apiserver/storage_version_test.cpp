// SPDX-License-Identifier: Apache-2.0
#include "apiserver/storage_version.h"

#include <gtest/gtest.h>

#include "api/catalog.h"
#include "api/discovery.h"

namespace sluice::apiserver {
namespace {

std::string hash_of(const char* api_version, const char* kind) {
  return storage_version_hash(*api::find_kind(api_version, kind));
}

// As a real server of the release says.
TEST(StorageVersion, IsTheReleases) {
  EXPECT_EQ(hash_of("v1", "Pod"), "xPOwRZ+Yhw8=");
  EXPECT_EQ(hash_of("apps/v1", "Deployment"), "8aSe+NMegvE=");
  EXPECT_EQ(hash_of("apiextensions.k8s.io/v1", "CustomResourceDefinition"), "jfWCUB31mvA=");
  EXPECT_EQ(hash_of("storage.k8s.io/v1", "VolumeAttributesClass"), "Bl3MtjZ/n/s=");
}

TEST(StorageVersion, IsThatOfTheStoredForm) {
  EXPECT_EQ(hash_of("autoscaling/v1", "HorizontalPodAutoscaler"), "qwQve8ut294=");
  EXPECT_EQ(hash_of("autoscaling/v2", "HorizontalPodAutoscaler"), "qwQve8ut294=");
  EXPECT_EQ(hash_of("events.k8s.io/v1", "Event"), "r2yiGXH7wu8=");
}

TEST(StorageVersion, IsToldOfWhatIsStored) {
  auto list = api::api_resource_list(api::builtin_kinds(), "", "v1").value();
  add_storage_versions(api::builtin_kinds(), list);
  for (const json::Value& resource : list.at("resources").as_array()) {
    const std::string& name = resource.at("name").as_string();
    const bool stored =
        name.find('/') == std::string::npos && name != "bindings" && name != "componentstatuses";
    EXPECT_EQ(resource.find("storageVersionHash") != nullptr, stored) << name;
  }
}

}  // namespace
}  // namespace sluice::apiserver
