// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

TEST(Bootstrap, CreatesTheNamespacesOnce) {
  TestCluster cluster;
  EXPECT_EQ(cluster.registry.list(api::kinds::namespace_(), {})->items.size(), 4u);
  const store::Revision before = cluster.store->revision();
  ASSERT_TRUE(cluster.registry.bootstrap().has_value());
  EXPECT_EQ(cluster.store->revision(), before);
}

}  // namespace
}  // namespace sluice::registry
