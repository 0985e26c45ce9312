// SPDX-License-Identifier: Apache-2.0
#include "pod/foreign_text.h"

#include <gtest/gtest.h>

namespace sluice::pod {
namespace {

TEST(Readable, KeepsWholeCharacters) {
  EXPECT_EQ(readable("grün", 100), "grün");
  EXPECT_EQ(readable("grün", 3), "gr");
  EXPECT_EQ(readable("grün", 4), "grü");
  EXPECT_EQ(readable("", 4), "");
}

TEST(Readable, ReplacesWhatIsNoText) {
  EXPECT_EQ(readable("a\xFF\xC3", 100), "a\xEF\xBF\xBD\xEF\xBF\xBD");
}

}  // namespace
}  // namespace sluice::pod
