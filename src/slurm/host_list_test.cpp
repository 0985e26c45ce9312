// SPDX-License-Identifier: Apache-2.0
#include "slurm/host_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::slurm {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(HostList, NamesRangesAndWidths) {
  EXPECT_THAT(expand_host_list("n1"), ElementsAre("n1"));
  EXPECT_THAT(expand_host_list("n[1-3,07],login"), ElementsAre("n1", "n2", "n3", "n07", "login"));
  EXPECT_THAT(expand_host_list("n[08-11]"), ElementsAre("n08", "n09", "n10", "n11"));
  EXPECT_THAT(expand_host_list("r[1-2]c[1-2]x"), ElementsAre("r1c1x", "r1c2x", "r2c1x", "r2c2x"));
  EXPECT_THAT(expand_host_list(""), IsEmpty());
}

TEST(HostList, WhatIsNoListStandsForItselfAndNoneIsEndless) {
  EXPECT_THAT(expand_host_list("n[1-"), ElementsAre("n[1-"));
  EXPECT_THAT(expand_host_list("n[a-b]"), ElementsAre("na-b"));
  EXPECT_EQ(expand_host_list("n[1-999999999][1-999999999]").size(), 100'000U);
}

}  // namespace
}  // namespace sluice::slurm
