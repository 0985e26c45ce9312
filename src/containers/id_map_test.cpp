// SPDX-License-Identifier: Apache-2.0
#include "containers/id_map.h"

#include <gtest/gtest.h>

namespace sluice::containers {
namespace {

TEST(IdMap, IsReadAndWrittenAsTheKernelDoes) {
  const IdMap map =
      parse_id_map("         0       1000          1\n         1     100000      65536\n");
  EXPECT_EQ(map, (IdMap{{0, 1000, 1}, {1, 100000, 65536}}));
  EXPECT_EQ(to_text(map), "0 1000 1\n1 100000 65536\n");
  EXPECT_EQ(parse_id_map("0 0 4294967295"), (IdMap{{0, 0, 4294967295}}));
}

TEST(IdMap, KnowsWhatIsMapped) {
  const IdMap map{{0, 1000, 1}, {1, 100000, 10}};
  EXPECT_TRUE(is_mapped(map, 0));
  EXPECT_TRUE(is_mapped(map, 10));
  EXPECT_FALSE(is_mapped(map, 11));
  EXPECT_TRUE(is_mapped({{0, 0, 4294967295}}, 4294967294));
}

TEST(IdMap, WithOneIdTheUserTakesTheOwnersPlace) {
  EXPECT_EQ(with_root_as({{0, 1000, 1}}, 33), (IdMap{{33, 0, 1}}));
  EXPECT_EQ(with_root_as({{0, 1000, 1}}, 0), (IdMap{{0, 0, 1}}));
}

TEST(IdMap, WithARangeTheUserAndRootChangePlaces) {
  const IdMap range{{0, 1000, 1}, {1, 100000, 65536}};
  EXPECT_EQ(with_root_as(range, 33), (IdMap{{33, 0, 1}, {0, 33, 1}, {1, 1, 32}, {34, 34, 65503}}));
  EXPECT_EQ(with_root_as(range, 1), (IdMap{{1, 0, 1}, {0, 1, 1}, {2, 2, 65535}}));
  EXPECT_EQ(with_root_as(range, 70000), (IdMap{{70000, 0, 1}, {1, 1, 65536}}));
}

TEST(IdMap, TheLongestGrantedRangeCounts) {
  const std::string_view file =
      "# comment\nann:100000:65536\nbob:1:2\nann:500000:70000\n1000:5:1\n";
  EXPECT_EQ(granted_range(file, "ann", 1000)->first, 500000u);
  EXPECT_EQ(granted_range(file, "eve", 1000)->count, 1u);
  EXPECT_FALSE(granted_range(file, "eve", 7).has_value());
  EXPECT_FALSE(granted_range("ann:x:y\nann:5\n", "ann", 7).has_value());
}

}  // namespace
}  // namespace sluice::containers
