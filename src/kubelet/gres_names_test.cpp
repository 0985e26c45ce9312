// SPDX-License-Identifier: Apache-2.0
#include "kubelet/gres_names.h"

#include <gtest/gtest.h>

namespace sluice::kubelet {
namespace {

using Shown = std::map<std::string, std::int64_t>;

TEST(GresNames, WhatAPodAsksForIsSlurms) {
  EXPECT_EQ(gres_of_resource("nvidia.com/gpu"), "gpu");
  EXPECT_EQ(gres_of_resource("amd.com/gpu"), "gpu");
  EXPECT_EQ(gres_of_resource("gres.sluice.dev/fpga"), "fpga");
  EXPECT_EQ(gres_of_resource("gres.sluice.dev/gpu.a100"), "gpu:a100");
  EXPECT_EQ(gres_of_resource("example.com/dongle"), std::nullopt);
  EXPECT_EQ(gres_of_resource("gres.sluice.dev/"), std::nullopt);
}

TEST(GresNames, GpusShowUnderTheNamesEverybodyUses) {
  EXPECT_EQ(resources_of_gres({{"gpu", 4}}),
            (Shown{{"gres.sluice.dev/gpu", 4}, {"nvidia.com/gpu", 4}}));
  EXPECT_EQ(resources_of_gres({{"gpu", 6}, {"gpu:mi250", 4}, {"gpu:a100", 2}}),
            (Shown{{"gres.sluice.dev/gpu", 6},
                   {"gres.sluice.dev/gpu.mi250", 4},
                   {"gres.sluice.dev/gpu.a100", 2},
                   {"amd.com/gpu", 4},
                   {"nvidia.com/gpu", 2}}));
  EXPECT_EQ(resources_of_gres({{"fpga", 1}}), (Shown{{"gres.sluice.dev/fpga", 1}}));
}

TEST(GresNames, ANameThatKubernetesDoesNotAllowIsLeftOut) {
  EXPECT_TRUE(resources_of_gres({{"odd name", 1}}).empty());
}

}  // namespace
}  // namespace sluice::kubelet
