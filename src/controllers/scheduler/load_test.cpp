// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/load.h"

#include <gtest/gtest.h>

#include "controllers/scheduler/test_objects.h"

namespace sluice::controllers::scheduler {
namespace {

TEST(Load, WhatComesAndGoesLeavesNothingBehind) {
  const PodFacts a = read_pod(make_pod("a", asking("1")));
  const PodFacts b = read_pod(make_pod(
      "b", R"({"containers":[{"ports":[{"hostPort":80}],"resources":{"requests":{"x/y":"2"}}}]})"));
  Load load;
  load.add(a);
  load.add(b);
  EXPECT_EQ(load.pods, 2);
  EXPECT_EQ(load.requested.at("cpu").value(), 1);
  EXPECT_EQ(load.requested.at("x/y").value(), 2);
  EXPECT_EQ(load.ports.size(), 1U);
  load.remove(b);
  load.remove(a);
  EXPECT_EQ(load.pods, 0);
  EXPECT_EQ(load.requested.at("cpu").sign(), 0);
  EXPECT_EQ(load.cpu_share, 0);
  EXPECT_EQ(load.memory_share, 0);
  EXPECT_TRUE(load.ports.empty());
}

}  // namespace
}  // namespace sluice::controllers::scheduler
