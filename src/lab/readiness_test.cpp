// SPDX-License-Identifier: Apache-2.0
#include "lab/readiness.h"

#include <gtest/gtest.h>

namespace sluice::lab {
namespace {

TEST(LabReadiness, NodesThatDoNotRespondDoNotCount) {
  EXPECT_EQ(usable_nodes("n1 idle\nn2 idle*\nn3 mix\nn4 unk*\nn5 down\n"), 2);
  EXPECT_EQ(usable_nodes(""), 0);
  EXPECT_EQ(usable_nodes("slurm_load_partitions: Unable to contact slurm controller"), 0);
}

}  // namespace
}  // namespace sluice::lab
