// SPDX-License-Identifier: Apache-2.0
#include "jobs/index_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::jobs {
namespace {

using testing::ElementsAre;
using testing::Optional;

TEST(IndexSet, ExpressionsOfSlurmAreRead) {
  EXPECT_THAT(parse_indices("3"), Optional(ElementsAre(3)));
  EXPECT_THAT(parse_indices("0-2,7,10-20:5%2"), Optional(ElementsAre(0, 1, 2, 7, 10, 15, 20)));
  for (const char* wrong :
       {"", "x", "1-", "2-1", "-1", "1:2:3", "1-2-3", "0-4:0", "0-9999999", "0-900000,0-900000"}) {
    EXPECT_EQ(parse_indices(wrong), std::nullopt) << wrong;
  }
}

TEST(IndexSet, TheTextIsShort) {
  EXPECT_EQ(indices_text({}), "");
  EXPECT_EQ(indices_text({5}), "5");
  EXPECT_EQ(indices_text({0, 1, 2, 3, 6, 8, 9}), "0-3,6,8,9");
}

}  // namespace
}  // namespace sluice::jobs
