// SPDX-License-Identifier: Apache-2.0
#include "apiserver/proxy/proxy.h"

#include <gtest/gtest.h>

#include "http/test_pki.h"
#include "json/text.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

const auth::User kTester = auth::certificate_user("tester", {});

// A pod on this machine that serves HTTPS.
class ProxyTest : public testing::Test {
 protected:
  void SetUp() override {
    backend_ = http::serve(pki_.server_options(), [](const http::Request& request) {
                 http::Response response;
                 response.content_type = "text/plain";
                 response.body = request.method + " " + request.target.path + " " +
                                 std::string(request.headers.get("X-Forwarded-Uri"));
                 return response;
               }).value();
    cluster_.create_pod("web");
    const auto written = cluster_.registry.patch(
        api::kinds::pod(), {.key = {"default", "web"},
                            .patch = {client::PatchType::kMerge,
                                      registry::json_of(R"({"status":{"podIP":"127.0.0.1"}})")},
                            .subresource = "status"});
    ASSERT_TRUE(written);
  }

  http::Response ask(const std::string& target, const std::string& method = "GET") {
    http::Request request{.method = method, .target = http::parse_target(target).value()};
    request.headers.add("Host", "client.example");
    return proxy_.handle({.request = request,
                          .info = request_info(request),
                          .kind = api::kinds::pod(),
                          .output = {},
                          .user = kTester});
  }
  std::string base() const {
    return "/api/v1/namespaces/default/pods/https:web:" + std::to_string(backend_->port()) +
           "/proxy";
  }
  static std::string message(const http::Response& response) {
    return json::parse(response.body)->at("message").as_string();
  }

  http::TestPki pki_;
  registry::TestCluster cluster_;
  std::unique_ptr<http::Server> backend_;
  Proxy proxy_{ProxyAddresses(cluster_.registry, {.allow_loopback = true})};
};

TEST_F(ProxyTest, PassesRequestsOnToAPod) {
  const auto response = ask(base() + "/a/b", "DELETE");
  ASSERT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(response.content_type, "text/plain");
  std::string body;
  std::string chunk;
  while (response.stream->poll(chunk) == Stream::State::kData) {
    body += std::exchange(chunk, "");
  }
  EXPECT_EQ(body, "DELETE /a/b " + base() + "/a/b");
}

TEST_F(ProxyTest, SendsTheRootToItsSlash) {
  const auto response = ask(base() + "?x=1&y=2");
  EXPECT_EQ(response.status, 301);
  EXPECT_EQ(response.headers.get("Location"), base() + "/?x=1&y=2");
  EXPECT_EQ(ask(base(), "POST").status, 200);
}

TEST_F(ProxyTest, SaysWhyAPodCannotBeReached) {
  EXPECT_EQ(ask("/api/v1/namespaces/default/pods/ftp:web:1/proxy/").status, 400);
  EXPECT_EQ(ask("/api/v1/namespaces/default/pods/ghost/proxy/").status, 404);
  const auto refused = ask("/api/v1/namespaces/default/pods/web:1/proxy/");
  EXPECT_EQ(refused.status, 503);
  EXPECT_TRUE(message(refused).starts_with("error trying to reach service: ")) << message(refused);
}

}  // namespace
}  // namespace sluice::apiserver
