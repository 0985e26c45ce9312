// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/node_ttl.h"

#include <gtest/gtest.h>

namespace sluice::controllers::nodes {
namespace {

TEST(NodeTtl, GrowsWithTheCluster) {
  EXPECT_EQ(ttl_seconds(ttl_step(0, 1)), 0);
  EXPECT_EQ(ttl_seconds(ttl_step(0, 100)), 0);
  EXPECT_EQ(ttl_seconds(ttl_step(0, 101)), 15);
  EXPECT_EQ(ttl_seconds(ttl_step(0, 5000)), 300);
}

TEST(NodeTtl, StaysAtABorder) {
  EXPECT_EQ(ttl_seconds(ttl_step(1, 95)), 15);
  EXPECT_EQ(ttl_seconds(ttl_step(1, 89)), 0);
  EXPECT_EQ(ttl_seconds(ttl_step(4, 3)), 0);
}

}  // namespace
}  // namespace sluice::controllers::nodes
