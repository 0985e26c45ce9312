// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/node_state.h"

#include <gtest/gtest.h>

namespace sluice::controllers::scheduler {
namespace {

TEST(NodeState, ReadsWhatSlurmHandsOut) {
  const Queued queued = read_queued("cpu=64,memory=256Gi,pods");
  EXPECT_EQ(queued.at("cpu")->value(), 64);
  EXPECT_EQ(queued.at("memory")->to_string(), "256Gi");
  EXPECT_FALSE(queued.at("pods").has_value());
  EXPECT_FALSE(read_queued("cpu=many").at("cpu").has_value());
  EXPECT_TRUE(read_queued("").empty());
  EXPECT_TRUE(read_queued("none").empty());
}

}  // namespace
}  // namespace sluice::controllers::scheduler
