// SPDX-License-Identifier: Apache-2.0
#include "apiserver/proxy/rewrite.h"

#include <gtest/gtest.h>

#include "http/compression.h"

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
  EXPECT_EQ(out.headers.get("X-Forwarded-Uri"), "/x/a%0D%0AX-Remote-User:%20admin");
  EXPECT_EQ(out.target, "/a%0D%0AX-Remote-User:%20admin");
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

// A body that has arrived.
class Arrived final : public Stream {
 public:
  explicit Arrived(std::string body) : body_(std::move(body)) {}
  State poll(std::string& chunk) override {
    chunk = std::exchange(body_, "");
    return chunk.empty() ? State::kEnd : State::kData;
  }
  void set_ready(std::function<void()>) override {}

 private:
  std::string body_;
};

std::string body_of(const http::Response& response) {
  std::string body;
  std::string chunk;
  while (response.stream->poll(chunk) == Stream::State::kData) {
    body += chunk;
  }
  return body;
}

http::Response page(const std::string& body, const std::string& encoding = "",
                    const std::string& type = "text/html; charset=utf-8",
                    const std::string& prefix = kPrefix) {
  http::BackendAnswer answer{.status = 200};
  answer.headers.add("Content-Type", type);
  if (!encoding.empty()) {
    answer.headers.add("Content-Encoding", encoding);
  }
  answer.body = std::make_unique<Arrived>(body);
  return proxy_response(std::move(answer), {prefix, "/"}, {"10.0.0.1:80"});
}

TEST(ProxyResponse, LinksOfPagesLeadThroughTheProxy) {
  EXPECT_EQ(
      body_of(page(R"(<a href="/a"><a href="b"><a href="http://10.0.0.1:80/c">)")),
      std::string(R"(<a href=")") + kPrefix + R"(/a"><a href="b"><a href=")" + kPrefix + R"(/c">)");
  const http::Response packed = page(http::gzip("<a href=/a>"), "gzip");
  EXPECT_EQ(body_of(packed), std::string("<a href=") + kPrefix + "/a>");
  EXPECT_EQ(packed.headers.get("Content-Encoding"), "");
}

TEST(ProxyResponse, OtherBodiesStayAsTheyAre) {
  const std::string body = "<a href=/a>";
  EXPECT_EQ(body_of(page(body, "", "text/plain")), body);
  EXPECT_EQ(body_of(page(body, "", "text/html", "/x\"y/proxy")), body);
  const http::Response unknown = page(body, "br");
  EXPECT_EQ(body_of(unknown), body);
  EXPECT_EQ(unknown.headers.get("Content-Encoding"), "br");
}

TEST(ProxyResponse, BackendsDoNotShareTheServerWithOtherSites) {
  http::BackendAnswer answer{.status = 200};
  answer.headers.add("access-control-allow-origin", "*");
  answer.headers.add("Access-Control-Allow-Credentials", "true");
  answer.headers.add("X-Custom", "kept");
  const auto response = proxy_response(std::move(answer), {kPrefix, "/"}, {});
  EXPECT_EQ(response.headers.get("Access-Control-Allow-Origin"), "");
  EXPECT_EQ(response.headers.get("Access-Control-Allow-Credentials"), "");
  EXPECT_EQ(response.headers.get("X-Custom"), "kept");
}

}  // namespace
}  // namespace sluice::apiserver
