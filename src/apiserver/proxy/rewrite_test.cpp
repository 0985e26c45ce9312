// SPDX-License-Identifier: Apache-2.0
#include "apiserver/proxy/rewrite.h"

#include <gtest/gtest.h>

namespace sluice::apiserver {
namespace {

constexpr const char* kPrefix = "/api/v1/namespaces/d/pods/p/proxy";

TEST(ProxyRequest, LeavesOutWhatConcernsThisConnectionAndWhoAsked) {
  http::Request request{.method = "PUT",
                        .target = http::parse_target("/x/a%20b/?q=1%262&r").value(),
                        .body = "data",
                        .peer = {.address = "10.0.0.9:555"}};
  for (const auto& [name, value] :
       std::vector<std::pair<std::string, std::string>>{{"Host", "h"},
                                                        {"Connection", "X-Hop"},
                                                        {"X-Hop", "1"},
                                                        {"Authorization", "Bearer secret"},
                                                        {"Content-Length", "4"},
                                                        {"Accept", "text/html"}}) {
    request.headers.add(name, value);
  }
  const auto out = backend_request(request, {"/x", "/a b/"});
  EXPECT_EQ(out.target, "/a%20b/?q=1%262&r=");
  EXPECT_EQ(out.body, "data");
  std::string headers;
  for (const auto& [name, value] : out.headers) {
    headers += name + "=" + value + ";";
  }
  EXPECT_EQ(headers,
            "Host=h;Accept=text/html;Connection=close;X-Forwarded-For=10.0.0.9;"
            "X-Forwarded-Uri=/x/a%20b/;");
}

TEST(ProxyRequest, APathStaysOneHeader) {
  const http::Request request{
      .method = "GET", .target = http::parse_target("/x/a%0d%0aX-Remote-User:%20admin").value()};
  const auto out = backend_request(request, {"/x", "/a\r\nX-Remote-User: admin"});
  EXPECT_EQ(out.headers.get("X-Forwarded-Uri"), "/x/a%0D%0AX-Remote-User%3A%20admin");
  EXPECT_EQ(out.target, "/a%0D%0AX-Remote-User%3A%20admin");
}

TEST(ProxyRequest, PassesUpgradesOn) {
  http::Request request{.method = "GET", .target = http::parse_target("/x/").value()};
  request.headers.add("Connection", "Upgrade");
  request.headers.add("Upgrade", "websocket");
  const auto out = backend_request(request, {"/x", "/"});
  EXPECT_EQ(out.target, "/");
  EXPECT_EQ(out.headers.get("Connection"), "Upgrade");
  EXPECT_EQ(out.headers.get("Upgrade"), "websocket");
}

TEST(ProxyLocation, LeadsThroughTheProxy) {
  const auto rewrite = [](const std::string& location) {
    return rewrite_location(location, kPrefix, {"10.0.0.1:80", "localhost:8001"});
  };
  EXPECT_EQ(rewrite("/login"), std::string(kPrefix) + "/login");
  EXPECT_EQ(rewrite("/dir/"), std::string(kPrefix) + "/dir/");
  EXPECT_EQ(rewrite("http://10.0.0.1:80/a?b=c"), std::string(kPrefix) + "/a?b=c");
  EXPECT_EQ(rewrite("http://localhost:8001"), std::string(kPrefix) + "/");
  EXPECT_EQ(rewrite(std::string(kPrefix) + "/x"), std::string(kPrefix) + "/x");
  EXPECT_EQ(rewrite("http://example.com/"), "http://example.com/");
  EXPECT_EQ(rewrite("//example.com/"), "//example.com/");
  EXPECT_EQ(rewrite("next"), "next");
}

TEST(ProxyResponse, KeepsTheBackendsWords) {
  http::BackendAnswer answer{.status = 302};
  answer.headers.add("Location", "/login");
  answer.headers.add("Content-Type", "text/html");
  answer.headers.add("Transfer-Encoding", "chunked");
  answer.headers.add("X-Custom", "kept");
  const auto response = proxy_response(std::move(answer), {kPrefix, "/"}, {"h"});
  EXPECT_EQ(response.status, 302);
  EXPECT_EQ(response.content_type, "text/html");
  EXPECT_EQ(response.headers.get("Location"), std::string(kPrefix) + "/login");
  EXPECT_EQ(response.headers.get("X-Custom"), "kept");
  EXPECT_EQ(response.headers.get("Transfer-Encoding"), "");
}

}  // namespace
}  // namespace sluice::apiserver
