// SPDX-License-Identifier: Apache-2.0
#include "cel/functions/url.h"

#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(Url, IsTakenApart) {
  expect_all(
      {{"url('https://user@example.com:80/a%20b?x=1&x=2&y=a+b#f').getHost()", "example.com:80"},
       {"url('https://example.com:80/').getHostname()", "example.com"},
       {"url('https://example.com:80/').getPort()", "80"},
       {"url('https://example.com/').getPort()", ""},
       {"url('HTTPS://example.com/').getScheme()", "https"},
       {"url('https://[::1]:80/').getHostname()", "::1"},
       {"url('https://[::1]:80/').getPort()", "80"},
       {"url('https://example.com/a b/').getEscapedPath()", "/a%20b/"},
       {"url('/path').getEscapedPath()", "/path"},
       {"url('https://e.com/?x=1&x=2&y=a+b').getQuery()", "{x: [1, 2], y: [a b]}"},
       {"url('https://e.com/a') == url('https://e.com/a')", "true"}});
}

TEST(Url, TellsUrlsFromOtherTexts) {
  expect_true({"isURL('https://example.com')", "isURL('/path')", "!isURL('example.com/x')",
               "!isURL('')", "!isURL('https://a b/')", "!isURL('https://a:b/')", "!isURL(':x')",
               "!isURL('https://a/%zz')", "isURL('mailto:me')"});
  EXPECT_EQ(run("url('../x')"),
            "error: URL parse error during conversion from string: parse \"../x\": invalid URI for "
            "request");
}

}  // namespace
}  // namespace sluice::cel
