// SPDX-License-Identifier: Apache-2.0
#include "http/proxy.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace sluice::http {
namespace {

ProxySettings site(std::string none = "") {
  return {.http = "plain:8080", .https = "http://me:a%40b@proxy.site:3128/", .none = none};
}

bool is_direct(const std::string& none, const std::string& url) {
  return !proxy_for(site(none), parse_url(url).value()).value().has_value();
}

TEST(Proxy, EachSortOfServerHasItsOwn) {
  const auto tls = proxy_for(site(), parse_url("https://quay.io/v2/").value()).value();
  ASSERT_TRUE(tls.has_value());
  EXPECT_EQ(tls->host, "proxy.site");
  EXPECT_EQ(tls->port, 3128);
  EXPECT_EQ(tls->authorization, "Basic " + base64_encode("me:a@b"));
  const auto plain = proxy_for(site(), parse_url("http://reg.local/").value()).value();
  ASSERT_TRUE(plain.has_value());
  EXPECT_EQ(plain->host, "plain");
  EXPECT_EQ(plain->port, 8080);
  EXPECT_EQ(plain->authorization, "");
}

TEST(Proxy, SomeServersAreAskedDirectly) {
  const std::string none = "quay.io, .deep.org,10.0.0.0/8,1.2.3.4,ports.io:444,fd00::/8,::2";
  for (const char* url :
       {"https://quay.io", "https://cdn.QUAY.io", "https://a.deep.org", "https://10.1.2.3",
        "https://1.2.3.4", "https://ports.io:444", "https://[fd00::1]", "https://[::2]",
        "https://127.0.0.1:5000", "https://localhost", "https://[::1]"}) {
    EXPECT_TRUE(is_direct(none, url)) << url;
  }
  for (const char* url : {"https://notquay.io", "https://deep.org", "https://11.1.2.3",
                          "https://ports.io", "https://[fe00::1]"}) {
    EXPECT_FALSE(is_direct(none, url)) << url;
  }
  EXPECT_TRUE(is_direct("*", "https://any.where"));
  EXPECT_TRUE(proxy_for({}, parse_url("https://any.where").value()).value() == std::nullopt);
}

TEST(Proxy, AWrongSettingIsNamedWithoutItsPassword) {
  for (const char* text : {"socks5://me:secret@p:1", "http://me:secret@", "me:secret@p:x"}) {
    const auto proxy = proxy_for({.https = text}, parse_url("https://quay.io").value());
    ASSERT_FALSE(proxy.has_value()) << text;
    EXPECT_EQ(proxy.error().message, "HTTPS_PROXY: expected http://host:port, or host:port");
  }
}

}  // namespace
}  // namespace sluice::http
