// SPDX-License-Identifier: Apache-2.0
#include "pools/constraint.h"

#include <gtest/gtest.h>

namespace sluice::pools {
namespace {

TEST(Constraints, AreWhatANodeMayHave) {
  const std::set<std::string> features{"fast", "rack1", "a-b"};
  for (const char* good :
       {"", "fast", "fast&rack1", "fast,rack1", "slow|fast", "slow&x|fast", "fast&(slow|rack1)",
        "[rack1|rack2]", "rack1*2&rack2*4", "[rack2*4&rack1*2]", "a-b"}) {
    EXPECT_TRUE(may_be_of(good, features)) << good;
  }
  for (const char* bad : {"slow", "fast&slow", "fast|slow&slow", "(slow|x)&fast", "[rack2|rack3]",
                          "rack2*2", "rack11*2", "a", "b*1", "FAST"}) {
    EXPECT_FALSE(may_be_of(bad, features)) << bad;
  }
}

TEST(Constraints, ThatCannotBeReadWantNothing) {
  for (const char* odd : {"(", "slow&", "slow)", "[slow)", "&", "((((slow"}) {
    EXPECT_TRUE(may_be_of(odd, {})) << odd;
  }
  EXPECT_TRUE(may_be_of(std::string(100'000, '('), {}));
}

}  // namespace
}  // namespace sluice::pools
