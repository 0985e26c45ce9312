// SPDX-License-Identifier: Apache-2.0
#include "base/exec_words.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(ExecWords, PointIntoTheTextsAndEndWithNull) {
  const std::vector<std::string> words{"a", "", "b c"};
  const std::vector<char*> pointers = exec_words(words);
  ASSERT_EQ(pointers.size(), 4u);
  for (std::size_t i = 0; i < words.size(); ++i) {
    EXPECT_EQ(pointers[i], words[i].c_str());
  }
  EXPECT_EQ(pointers.back(), nullptr);
}

TEST(ExecWords, OfNothingIsTheEnd) {
  EXPECT_EQ(exec_words({}), std::vector<char*>{nullptr});
}

}  // namespace
}  // namespace sluice
