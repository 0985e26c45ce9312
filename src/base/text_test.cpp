// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(Text, SplitKeepsEmptyParts) {
  EXPECT_THAT(split("a,,b", ','), ::testing::ElementsAre("a", "", "b"));
  EXPECT_THAT(split("", ','), ::testing::ElementsAre(""));
}

TEST(Text, TrimAndJoin) {
  EXPECT_EQ(trim("  a b \n"), "a b");
  EXPECT_EQ(trim(" \t"), "");
  EXPECT_EQ(join({"a", "b"}, ", "), "a, b");
}

TEST(Text, ParseIntTakesTheWholeTextOrNothing) {
  EXPECT_EQ(parse_int("-42"), -42);
  EXPECT_EQ(parse_int("42x"), std::nullopt);
  EXPECT_EQ(parse_int(""), std::nullopt);
  EXPECT_EQ(parse_int("99999999999999999999"), std::nullopt);
}

TEST(Text, Base64RoundTripsEveryLength) {
  std::string bytes;
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(base64_decode(base64_encode(bytes)), bytes);
    bytes += static_cast<char>(i * 37);
  }
  EXPECT_EQ(base64_encode("light w"), "bGlnaHQgdw==");
  for (const char* bad : {"a", "ab=", "a=b=", "****", "=aaa"}) {
    EXPECT_FALSE(base64_decode(bad)) << bad;
  }
}

TEST(Text, ShellQuoteSurvivesQuotes) {
  EXPECT_EQ(shell_quote("it's"), R"('it'\''s')");
}

TEST(Text, PrefixComparisonIgnoresCase) {
  EXPECT_TRUE(starts_with_no_case("Content-Type", "content-"));
  EXPECT_FALSE(starts_with_no_case("Con", "content"));
}

TEST(Base64Url, NeedsNoEscapingAndTakesNoOtherAlphabet) {
  const std::string bytes = "\xfb\xff\xfe?";
  EXPECT_EQ(base64url_encode(bytes), "-__-Pw");
  EXPECT_EQ(base64url_decode("-__-Pw").value(), bytes);
  EXPECT_FALSE(base64url_decode("+//+Pw").has_value());
  EXPECT_FALSE(base64url_decode("-__-Pw==").has_value());
  EXPECT_FALSE(base64url_decode("-__-P").has_value());
}

}  // namespace
}  // namespace sluice
