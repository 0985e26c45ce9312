// SPDX-License-Identifier: Apache-2.0
#include "registry/ensure.h"

#include <gtest/gtest.h>

#include "api/meta.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

const json::Value kWanted = json_of(
    R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"default"},)"
    R"("data":{"x":"1"}})");

TEST(Ensure, CreatesWhatIsMissing) {
  TestCluster cluster;
  ASSERT_TRUE(ensure(cluster.registry, kWanted).has_value());
  EXPECT_EQ(cluster.get(api::kinds::config_map(), "a").at("data", "x").as_string(), "1");
}

TEST(Ensure, ChangesOnlyWhatDiffers) {
  TestCluster cluster;
  cluster.create(api::kinds::config_map(),
                 R"({"metadata":{"name":"a","labels":{"kept":"yes"}},"data":{"x":"0","y":"2"}})");
  ASSERT_TRUE(ensure(cluster.registry, kWanted).has_value());
  const json::Value after = cluster.get(api::kinds::config_map(), "a");
  EXPECT_EQ(after.at("data", "x").as_string(), "1");
  EXPECT_EQ(after.at("data", "y").as_string(), "2");
  EXPECT_EQ(api::label(after, "kept"), "yes");
  ASSERT_TRUE(ensure(cluster.registry, kWanted).has_value());
  EXPECT_EQ(cluster.get(api::kinds::config_map(), "a"), after);
}

}  // namespace
}  // namespace sluice::registry
