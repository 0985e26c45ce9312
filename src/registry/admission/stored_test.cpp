// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/admission/rules.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

TEST(Stored, AllOfAKindOrThoseOfANamespace) {
  TestCluster cluster;
  cluster.create_config_map("a");
  cluster.create_config_map("b");
  EXPECT_EQ(stored(*cluster.store, api::kinds::config_map())->size(), 2u);
  EXPECT_EQ(stored(*cluster.store, api::kinds::config_map(), "default")->size(), 2u);
  EXPECT_TRUE(stored(*cluster.store, api::kinds::config_map(), "kube-system")->empty());
  EXPECT_EQ(stored(*cluster.store, api::kinds::config_map(), "", R"("name":"a")")->size(), 1u);
}

TEST(Stored, OneByNameOrNothing) {
  TestCluster cluster;
  cluster.create_config_map("a");
  const auto found = find_stored(*cluster.store, api::kinds::config_map(), {"default", "a"});
  EXPECT_EQ(api::name(**found), "a");
  EXPECT_FALSE(
      find_stored(*cluster.store, api::kinds::config_map(), {"default", "b"})->has_value());
}

TEST(Stored, OneWithoutTheMarkIsThereButNotParsed) {
  TestCluster cluster;
  cluster.create_config_map("a");
  const auto found = [&](const char* mark) {
    return find_stored(*cluster.store, api::kinds::config_map(), {"default", "a"}, mark)->value();
  };
  EXPECT_TRUE(found("no such text").is_null());
  EXPECT_EQ(api::name(found("default")), "a");
}

}  // namespace
}  // namespace sluice::registry
