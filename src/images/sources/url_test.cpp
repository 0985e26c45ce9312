// SPDX-License-Identifier: Apache-2.0
#include "images/sources/url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::images {
namespace {

TEST(Url, IsTakenApart) {
  const auto url = parse_url("https://a.io/b?c=d#e").value();
  EXPECT_FALSE(url.plain);
  EXPECT_EQ(url.host, "a.io");
  EXPECT_EQ(url.port, 443);
  EXPECT_EQ(url.target, "/b?c=d");
  EXPECT_EQ(parse_url("http://h?x")->target, "/?x");
  EXPECT_EQ(parse_url("http://h")->port, 80);
  EXPECT_EQ(parse_url("http://[::1]:5000/v2/")->host, "::1");
  EXPECT_EQ(parse_url("http://[::1]:5000/v2/")->server(), "http://[::1]:5000");
}

TEST(Url, OthersAreRefusedWithoutQuotingThem) {
  for (const std::string text :
       {"ftp://a", "", "https://", "https://:1", "https://a:99999/x", "https://u:p@a/x",
        "https://a/secret x", "https://a/secret\r\nHost: b"}) {
    const auto url = parse_url(text);
    ASSERT_FALSE(url) << text;
    EXPECT_THAT(url.error().message, testing::Not(testing::HasSubstr("secret")));
  }
}

TEST(Url, LocationsMayBeRelative) {
  const Url from = parse_url("http://h:5000/v2/x").value();
  EXPECT_EQ(resolve_url(from, "/y?z")->target, "/y?z");
  EXPECT_EQ(resolve_url(from, "/y")->server(), "http://h:5000");
  EXPECT_EQ(resolve_url(from, "//o/y")->server(), "http://o:80");
  EXPECT_EQ(resolve_url(from, "https://cdn/y")->server(), "https://cdn:443");
  EXPECT_FALSE(resolve_url(from, "file:///etc/passwd"));
}

}  // namespace
}  // namespace sluice::images
