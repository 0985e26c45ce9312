// SPDX-License-Identifier: Apache-2.0
#include "pools/waiting_work.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::pools {
namespace {

const Shape kMachine{.cpu_thousandths = 8000, .memory_mib = 16'000};

WaitingWork work(const std::string& name, std::int64_t cpus, std::int64_t memory,
                 std::int64_t machines = 1) {
  return {.name = name, .machines = machines, .each = {cpus * 1000, memory}};
}

TEST(Packing, FillsMachinesByProcessorsAndMemory) {
  EXPECT_EQ(pack({}, kMachine, 10).machines, 0);
  EXPECT_EQ(pack({work("a", 4, 100), work("b", 4, 100), work("c", 1, 100)}, kMachine, 10).machines,
            2);
  EXPECT_EQ(pack({work("a", 1, 9000), work("b", 1, 9000)}, kMachine, 10).machines, 2);
  // In the order in which they came the large ones would find no room.
  EXPECT_EQ(pack({work("a", 2, 1), work("b", 2, 1), work("c", 6, 1), work("d", 6, 1)}, kMachine, 10)
                .machines,
            2);
}

TEST(Packing, AJobOfSeveralMachinesTakesDifferentOnes) {
  EXPECT_EQ(pack({work("a", 1, 1, 3)}, kMachine, 10).machines, 3);
  EXPECT_EQ(pack({work("a", 4, 1, 3), work("b", 4, 1, 2)}, kMachine, 10).machines, 3);
}

TEST(Packing, NeverCountsMoreThanThereMayBe) {
  EXPECT_EQ(pack({work("a", 8, 1, 1'000'000'000)}, kMachine, 5).machines, 5);
}

TEST(Packing, TellsWhatNoMachineCanHold) {
  const Packed packed = pack({work("a", 9, 1), work("b", 8, 1)}, kMachine, 5);
  EXPECT_EQ(packed.machines, 1);
  EXPECT_THAT(packed.too_large, testing::ElementsAre("a"));
}

TEST(Packing, FillsMachinesByWhatElseTheyHave) {
  const Shape with_gpus{8000, 16'000, {{"gres/gpu", 4}}};
  const auto gpus = [](const std::string& name, std::int64_t number, std::int64_t machines = 1) {
    return WaitingWork{
        .name = name, .machines = machines, .each = {1000, 1, {{"gres/gpu", number}}}};
  };
  EXPECT_EQ(pack({gpus("a", 2), gpus("b", 2), gpus("c", 2)}, with_gpus, 10).machines, 2);
  EXPECT_EQ(pack({gpus("a", 4, 2), work("b", 1, 1)}, with_gpus, 10).machines, 2);
  EXPECT_THAT(pack({gpus("a", 5)}, with_gpus, 10).too_large, testing::ElementsAre("a"));
  EXPECT_EQ(lacking(gpus("a", 1).each, kMachine), "gres/gpu");
  EXPECT_EQ(lacking(gpus("a", 5).each, with_gpus), "");
  EXPECT_EQ(lacking(gpus("a", 0).each, kMachine), "");
}

}  // namespace
}  // namespace sluice::pools
