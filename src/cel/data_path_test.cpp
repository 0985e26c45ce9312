// SPDX-License-Identifier: Apache-2.0
#include "cel/data_path.h"

#include <gtest/gtest.h>

namespace sluice::cel {
namespace {

std::string shown(const DataPath& path) {
  std::string text;
  for (const std::string& step : path.steps()) {
    text += "/" + step;
  }
  return text;
}

TEST(DataPath, GoesFromAVariableToItsParts) {
  EXPECT_TRUE(DataPath().empty());
  EXPECT_FALSE(DataPath("self").empty());
  EXPECT_EQ(shown(DataPath("self")), "");
  EXPECT_EQ(shown(DataPath("self").then("spec").then(kItemsStep)), "/spec/@items");
  EXPECT_EQ(shown(DataPath().then(kItemsStep).then("a")), "/a");
}

TEST(DataPath, SharesRoomThatIsLeft) {
  const DataPath spec = DataPath("self").then("spec");
  const DataPath full = spec.then("a");
  EXPECT_EQ(shown(spec.then("b")), "/spec/b");
  EXPECT_EQ(shown(full), "/spec/a");
  const DataPath first = full.then("x");
  const DataPath second = full.then("y");
  EXPECT_EQ(shown(second), "/spec/a/y");
  EXPECT_EQ(shown(first), "/spec/a/y");
}

}  // namespace
}  // namespace sluice::cel
