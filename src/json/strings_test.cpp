// SPDX-License-Identifier: Apache-2.0
#include "json/strings.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::json {
namespace {

TEST(Strings, AListIsReadAsItWasWritten) {
  const std::vector<std::string> words{"a", "", "b c"};
  EXPECT_EQ(write(from_strings(words)), R"(["a","","b c"])");
  EXPECT_EQ(to_strings(from_strings(words)), words);
}

TEST(Strings, WhatIsNoListIsEmpty) {
  EXPECT_TRUE(to_strings(Value()).empty());
  EXPECT_TRUE(to_strings("a").empty());
}

}  // namespace
}  // namespace sluice::json
