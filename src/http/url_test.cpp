// SPDX-License-Identifier: Apache-2.0
#include "http/url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::http {
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
  EXPECT_EQ(resolve_url(from, "y?z#w")->text(), "http://h:5000/v2/y?z");
  EXPECT_EQ(resolve_url(parse_url("http://h/a?b/c").value(), "y")->target, "/y");
  EXPECT_FALSE(resolve_url(from, "file:///etc/passwd"));
  const Url deep{.plain = true, .host = "h", .port = 8080, .target = "/a/b?c"};
  EXPECT_EQ(resolve_url(deep, "/x?y#z"), (Url{true, "h", 8080, "/x?y"}));
  EXPECT_EQ(resolve_url(deep, "x"), (Url{true, "h", 8080, "/a/x"}));
  EXPECT_EQ(resolve_url(deep, "https://h/x"), (Url{false, "h", 443, "/x"}));
  EXPECT_EQ(resolve_url(deep, "//g:81"), (Url{true, "g", 81, "/"}));
  EXPECT_EQ(resolve_url(deep, "HTTP://[::1]:81?q"), (Url{true, "::1", 81, "/?q"}));
  EXPECT_EQ(resolve_url(deep, "http://[::1]"), (Url{true, "::1", 80, "/"}));
  for (const char* wrong : {"", "#x", "ftp://h/", "http://", "http://h:0/", "http://h:x/"}) {
    EXPECT_FALSE(resolve_url(deep, wrong).has_value()) << wrong;
  }
}

}  // namespace
}  // namespace sluice::http
