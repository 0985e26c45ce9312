// SPDX-License-Identifier: Apache-2.0
#include "slurm/gres.h"

#include <gtest/gtest.h>

namespace sluice::slurm {
namespace {

TEST(Gres, CountsByNameAndByType) {
  EXPECT_EQ(parse_gres("gpu:a100:4(S:0-1,3),gpu:v100:2,fpga:1"),
            (Gres{{"gpu", 6}, {"gpu:a100", 4}, {"gpu:v100", 2}, {"fpga", 1}}));
  EXPECT_EQ(parse_gres("gpu:2"), (Gres{{"gpu", 2}}));
}

TEST(Gres, OneWhereNoNumberStandsAndUnitsAreBinary) {
  EXPECT_EQ(parse_gres("dongle"), (Gres{{"dongle", 1}}));
  EXPECT_EQ(parse_gres("gpu:tesla"), (Gres{{"gpu", 1}, {"gpu:tesla", 1}}));
  EXPECT_EQ(parse_gres("bandwidth:lustre:no_consume:4K"),
            (Gres{{"bandwidth", 4096}, {"bandwidth:lustre", 4096}}));
}

TEST(Gres, NothingAndNonsenseAreNothing) {
  for (const char* text : {"", "(null)", "null", ",,:", "a:b:c:d", "gpu:-1:2:3"}) {
    EXPECT_TRUE(parse_gres(text).empty()) << text;
  }
  EXPECT_EQ(parse_gres("gpu:9223372036854775807").at("gpu"), 1'000'000'000'000);
}

}  // namespace
}  // namespace sluice::slurm
