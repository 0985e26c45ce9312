// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

TEST(Get, ReturnsTheStoredBytes) {
  TestCluster cluster;
  cluster.create_config_map("a");
  const auto object = cluster.registry.get(api::kinds::config_map(), {"default", "a"});
  ASSERT_TRUE(object.has_value());
  EXPECT_EQ(json_of(object->text()).at("metadata", "resourceVersion").as_string(),
            std::to_string(object->record->modified));
}

TEST(Get, WaitsForNothingThatHasNotHappened) {
  TestCluster cluster;
  cluster.create_config_map("a");
  const auto get = [&](const std::string& not_older_than) {
    return cluster.registry.get(api::kinds::config_map(), {"default", "a"}, not_older_than);
  };
  EXPECT_TRUE(get("0").has_value());
  EXPECT_TRUE(get("1").has_value());
  EXPECT_EQ(get("999999").error().code, Code::kTimeout);
  EXPECT_EQ(get("x").error().code, Code::kInternal);
}

TEST(Get, NamesCannotReachOtherPlaces) {
  TestCluster cluster;
  cluster.create_config_map("a");
  EXPECT_FALSE(cluster.registry.get(api::kinds::config_map(), {"", "default/a"}).has_value());
  EXPECT_FALSE(cluster.registry.get(api::kinds::config_map(), {"default", "a/b"}).has_value());
  const auto missing = cluster.registry.get(api::kinds::job(), {"default", "x"});
  EXPECT_EQ(missing.error().message, "jobs.batch \"x\" not found");
}

}  // namespace
}  // namespace sluice::registry
