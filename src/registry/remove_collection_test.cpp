// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

TEST(RemoveCollection, RemovesWhatIsSelected) {
  TestCluster cluster;
  cluster.create(api::kinds::config_map(), R"({"metadata":{"name":"a","labels":{"x":"1"}}})");
  cluster.create(api::kinds::config_map(), R"({"metadata":{"name":"b","labels":{"x":"1"}}})");
  cluster.create_config_map("c");
  const auto removed = cluster.registry.remove_collection(
      api::kinds::config_map(), {.ns = "default", .label_selector = "x=1"}, {});
  ASSERT_TRUE(removed.has_value()) << removed.error().message;
  EXPECT_EQ(removed->items.size(), 2u);
  EXPECT_FALSE(cluster.exists(api::kinds::config_map(), "a"));
  EXPECT_TRUE(cluster.exists(api::kinds::config_map(), "c"));
}

}  // namespace
}  // namespace sluice::registry
