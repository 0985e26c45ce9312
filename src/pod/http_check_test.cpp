// SPDX-License-Identifier: Apache-2.0
#include "pod/http_check.h"

#include <gtest/gtest.h>

#include "http/server.h"
#include "http/test_pki.h"
#include "pod/answering_server.h"

namespace sluice::pod {
namespace {

CheckResult get(const AnsweringServer& server, Action action = {},
                Purpose purpose = Purpose::kProbe) {
  action.kind = ActionKind::kHttp;
  action.port = server.port();
  return check_http({action, "127.0.0.1", purpose, std::chrono::seconds(20)});
}

TEST(HttpCheck, AsksAsTheKubeletDoes) {
  AnsweringServer server({http_answer("200 OK")});
  const Action action{.path = "/healthz?a=b", .headers = {{"X-Mine", "yes"}}};
  EXPECT_EQ(get(server, action).outcome, Outcome::kSuccess);
  const std::string port = std::to_string(server.port());
  const std::string asked = server.stop().at(0);
  EXPECT_TRUE(asked.starts_with("GET /healthz?a=b HTTP/1.1\r\n")) << asked;
  for (const std::string& line : {"Host: 127.0.0.1:" + port, std::string("X-Mine: yes"),
                                  std::string("User-Agent: kube-probe/1.35"),
                                  std::string("Accept: */*"), std::string("Connection: close")}) {
    EXPECT_NE(asked.find("\r\n" + line + "\r\n"), std::string::npos) << line << " in " << asked;
  }
}

TEST(HttpCheck, GivenHeadersWin) {
  AnsweringServer server({http_answer("204 No Content")});
  const Action action{.headers = {{"Host", "me"}, {"user-agent", "u"}, {"Accept", ""}}};
  EXPECT_EQ(get(server, action).outcome, Outcome::kSuccess);
  const std::string asked = server.stop().at(0);
  EXPECT_TRUE(asked.starts_with("GET / HTTP/1.1\r\nHost: me\r\n")) << asked;
  EXPECT_EQ(asked.find("kube-probe"), std::string::npos);
  EXPECT_EQ(asked.find("Accept"), std::string::npos);
}

TEST(HttpCheck, BadStatusFailsWithoutTheBody) {
  const AnsweringServer server({http_answer("500 Internal Server Error", "", "secret")});
  const CheckResult result = get(server);
  EXPECT_EQ(result.outcome, Outcome::kFailure);
  EXPECT_EQ(result.text, "HTTP probe failed with statuscode: 500");
}

TEST(HttpCheck, RedirectsWithinTheHostAreFollowed) {
  AnsweringServer server(
      {http_answer("302 Found", "Location: /there\r\n"), http_answer("404 Not Found")});
  EXPECT_EQ(get(server).text, "HTTP probe failed with statuscode: 404");
  EXPECT_TRUE(server.stop().at(1).starts_with("GET /there "));
}

TEST(HttpCheck, ARedirectElsewhereIsAWarning) {
  const AnsweringServer server(
      {http_answer("302 Found", "Location: http://example.test/\r\n", "go away")});
  const CheckResult result = get(server);
  EXPECT_EQ(result.outcome, Outcome::kWarning);
  EXPECT_EQ(result.text, "Probe terminated redirects, Response body: go away");
}

TEST(HttpCheck, AnEndlessChainOfRedirectsFails) {
  const AnsweringServer server({http_answer("302 Found", "Location: /\r\n")});
  EXPECT_EQ(get(server).text, "Get \"http://127.0.0.1:" + std::to_string(server.port()) +
                                  "/\": stopped after 10 redirects");
}

TEST(HttpCheck, AHookOnlyWantsAnAnswer) {
  AnsweringServer server({http_answer("500 Internal Server Error")});
  EXPECT_EQ(get(server, {}, Purpose::kHook).outcome, Outcome::kSuccess);
  EXPECT_NE(server.stop().at(0).find("kube-lifecycle/1.35"), std::string::npos);
}

TEST(HttpCheck, NobodyThereFailsInTheWordsPeopleKnow) {
  std::uint16_t port = 0;
  {
    const AnsweringServer gone({""});
    port = gone.port();
  }
  const Action action{.kind = ActionKind::kHttp, .port = port, .path = "/x"};
  const CheckResult result =
      check_http({action, "127.0.0.1", Purpose::kProbe, std::chrono::seconds(20)});
  const std::string address = "127.0.0.1:" + std::to_string(port);
  EXPECT_EQ(result.outcome, Outcome::kFailure);
  EXPECT_EQ(result.text, "Get \"http://" + address + "/x\": dial tcp " + address +
                             ": connect: connection refused");
}

TEST(HttpCheck, ASilentServerFailsAtTheTimeout) {
  const AnsweringServer server({""});
  const Action action{.kind = ActionKind::kHttp, .port = server.port()};
  const CheckResult result =
      check_http({action, "127.0.0.1", Purpose::kProbe, std::chrono::milliseconds(50)});
  EXPECT_EQ(result.outcome, Outcome::kFailure);
  EXPECT_NE(result.text.find("context deadline exceeded"), std::string::npos) << result.text;
}

TEST(HttpCheck, NobodyNeedsToVouchForAServersCertificate) {
  const auto server = http::serve(http::TestPki().server_options(), [](const http::Request&) {
    return http::Response{.status = 418};
  });
  ASSERT_TRUE(server.has_value());
  const Action action{.kind = ActionKind::kHttp, .tls = true, .port = (*server)->port()};
  EXPECT_EQ(check_http({action, "127.0.0.1", Purpose::kProbe, std::chrono::seconds(20)}).text,
            "HTTP probe failed with statuscode: 418");
}

}  // namespace
}  // namespace sluice::pod
