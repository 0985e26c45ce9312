// SPDX-License-Identifier: Apache-2.0
#include "registry/list_text.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

TEST(ListText, IsTheKindsListOfStoredObjects) {
  TestCluster cluster;
  cluster.create_config_map("a");
  cluster.create_config_map("b");
  const ListPage page = *cluster.registry.list(api::kinds::config_map(), {.limit = 1});
  const json::Value list = json_of(list_text(api::kinds::config_map(), page));
  EXPECT_EQ(list.at("kind").as_string(), "ConfigMapList");
  EXPECT_EQ(list.at("apiVersion").as_string(), "v1");
  EXPECT_EQ(list.at("metadata", "resourceVersion").as_string(), std::to_string(page.revision));
  EXPECT_EQ(list.at("metadata", "continue").as_string(), page.continue_token);
  EXPECT_EQ(list.at("metadata", "remainingItemCount").as_int(), 1);
  ASSERT_EQ(list.at("items").as_array().size(), 1u);
  json::Value item = cluster.get(api::kinds::config_map(), "a");
  item.erase("kind");
  item.erase("apiVersion");
  EXPECT_EQ(list.at("items").as_array()[0], item);
}

TEST(ListText, EmptyListHasEmptyItems) {
  TestCluster cluster;
  const ListPage page = *cluster.registry.list(api::kinds::pod(), {});
  const json::Value list = json_of(list_text(api::kinds::pod(), page));
  EXPECT_TRUE(list.at("items").is_array());
  EXPECT_EQ(list.find("metadata", "continue"), nullptr);
}

}  // namespace
}  // namespace sluice::registry
