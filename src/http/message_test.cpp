// SPDX-License-Identifier: Apache-2.0
#include "http/message.h"

#include <gtest/gtest.h>

#include <random>

namespace sluice::http {
namespace {

TEST(Headers, NamesCompareWithoutCase) {
  Headers headers;
  headers.add("Content-Type", "text/plain");
  headers.add("content-type", "second");
  EXPECT_EQ(headers.get("CONTENT-TYPE"), "text/plain");
  EXPECT_EQ(headers.get("Content"), "");
}

TEST(ParseTarget, SplitsAndDecodesPathAndQuery) {
  const auto target = parse_target("/api/v1/pods?labelSelector=a%3Db%2Cc&watch&x=1+2&x=3#frag");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/api/v1/pods");
  EXPECT_EQ(target->value("labelSelector"), "a=b,c");
  EXPECT_EQ(target->find("watch"), "");
  EXPECT_EQ(target->value("x"), "1 2");
  EXPECT_EQ(target->query.size(), 4U);
  EXPECT_EQ(target->find("missing"), std::nullopt);
}

TEST(ParseTarget, KeepsPlusInPath) {
  EXPECT_EQ(parse_target("/a+b%20c")->path, "/a+b c");
}

TEST(ParseTarget, RefusesBadEscapesAndRelativeTargets) {
  for (const char* bad : {"/%", "/%4", "/%zz", "/a?b=%g0", "/a?%=1", "", "a/b", "http://x/"}) {
    const auto target = parse_target(bad);
    ASSERT_FALSE(target) << bad;
    EXPECT_EQ(target.error().code, Code::kBadRequest);
  }
}

TEST(ParseTarget, SurvivesRandomBytes) {
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    std::string text = "/";
    for (std::size_t n = random() % 40; n > 0; --n) {
      text.push_back("%&=?/+#a0\x80"[random() % 10]);
    }
    const auto target = parse_target(text);
    if (target) {
      EXPECT_LE(target->path.size(), text.size());
    }
  }
}

TEST(PercentEncode, RoundTripsEveryByte) {
  std::string all;
  for (int i = 0; i < 256; ++i) {
    all.push_back(static_cast<char>(i));
  }
  const auto target = parse_target("/?v=" + percent_encode(all));
  ASSERT_TRUE(target);
  EXPECT_EQ(target->value("v"), all);
  EXPECT_EQ(percent_encode("a b/c"), "a%20b%2Fc");
}

}  // namespace
}  // namespace sluice::http
