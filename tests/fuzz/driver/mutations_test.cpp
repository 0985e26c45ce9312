// SPDX-License-Identifier: Apache-2.0
#include "mutations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace sluice::fuzz {
namespace {

const std::vector<std::string> kSeeds{"", R"({"a":{"name":1,"b":[1,2]}})", "key: &x [a]\nb: *x\n"};

TEST(Mutations, TheSameChoiceIsTheSameInput) {
  for (const Form form : {Form::kSmall, Form::kLarge}) {
    for (std::uint32_t number = 0; number < 50; ++number) {
      const Choice choice{7, form, number};
      EXPECT_EQ(make_input(choice, kSeeds), make_input(choice, kSeeds));
    }
  }
  EXPECT_NE(make_input({7, Form::kLarge, 1}, kSeeds), make_input({8, Form::kLarge, 1}, kSeeds));
}

TEST(Mutations, LargeInputsAreLargeWithinBounds) {
  for (std::uint32_t number = 0; number < 100; ++number) {
    const std::size_t size = make_input({7, Form::kLarge, number}, kSeeds).size();
    EXPECT_GE(size, 10'000U);
    EXPECT_LE(size, 1U << 19U);
    EXPECT_LE(make_input({7, Form::kSmall, number}, kSeeds).size(), 1U << 16U);
  }
}

std::size_t distinct_lines(const std::string& text) {
  std::set<std::string> lines;
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.insert(text.substr(start, end - start));
    start = end + 1;
  }
  return lines.size();
}

// What a parser without an index needs minutes for, and one that keeps what is anchored gigabytes.
TEST(Mutations, AmongThemAreThousandsOfKeysAndAnchorsAroundAnchors) {
  std::size_t many_keys = 0;
  std::size_t deep_anchors = 0;
  for (std::uint32_t number = 0; number < 500; ++number) {
    const std::string text = make_input({7, Form::kLarge, number}, kSeeds);
    many_keys += distinct_lines(text) > 5000 ? 1 : 0;
    const auto open = std::count(text.begin(), text.end(), '[');
    const auto anchors = std::count(text.begin(), text.end(), '&');
    deep_anchors += open > 100 && open < 700 && anchors > 100 ? 1 : 0;
  }
  EXPECT_GT(many_keys, 3U);
  EXPECT_GT(deep_anchors, 3U);
}

}  // namespace
}  // namespace sluice::fuzz
