// SPDX-License-Identifier: Apache-2.0
#include "apiserver/proxy/proxy.h"

#include <gtest/gtest.h>

#include "apiserver/full_room.h"
#include "http/test_pki.h"
#include "json/text.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

const auth::User kTester = auth::certificate_user("tester", {});

// A pod on this machine that serves HTTPS, and so does the kubelet of its node.
class ProxyTest : public testing::Test {
 protected:
  void SetUp() override {
    backend_ = http::serve(pki_.server_options(), [](const http::Request& request) {
                 http::Response response;
                 response.content_type = "text/plain";
                 response.body = request.method + " " + request.target.path + " " +
                                 std::string(request.headers.get("X-Forwarded-Uri")) +
                                 (request.peer.name.empty() ? "" : " by " + request.peer.name);
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

  void create_node() {
    cluster_.create(api::kinds::node(), R"({"metadata":{"name":"n"}})");
    const auto written = cluster_.registry.patch(
        api::kinds::node(),
        {.key = {"", "n"},
         .patch = {client::PatchType::kMerge,
                   registry::json_of(
                       R"({"status":{"addresses":[{"type":"InternalIP","address":"127.0.0.1"}],)"
                       R"("daemonEndpoints":{"kubeletEndpoint":{"Port":)" +
                       std::to_string(backend_->port()) + "}}}}")},
         .subresource = "status"});
    ASSERT_TRUE(written) << written.error().message;
  }

  static std::string whole(const http::Response& response) {
    std::string body;
    std::string chunk;
    while (response.stream->poll(chunk) == Stream::State::kData) {
      body += std::exchange(chunk, "");
    }
    return body;
  }

  http::Response ask(const std::string& target, const std::string& method = "GET",
                     const std::string& upgrade = "") {
    http::Request request{.method = method, .target = http::parse_target(target).value()};
    request.headers.add("Host", "client.example");
    if (!upgrade.empty()) {
      request.headers.add("Connection", "Upgrade");
      request.headers.add("Upgrade", upgrade);
    }
    return proxy_.handle(
        {.request = request,
         .info = request_info(request),
         .kind = target.starts_with("/api/v1/nodes") ? api::kinds::node() : api::kinds::pod(),
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
  const http::Credential caller_ = pki_.client_credential("caller");
  WaitingRoom room_;
  const Backends backends_{{caller_.certificate_pem, caller_.key_pem}, room_};
  Proxy proxy_{ProxyAddresses(cluster_.registry, {.allow_loopback = true}), backends_};
};

TEST_F(ProxyTest, PassesRequestsOnToAPod) {
  const auto response = ask(base() + "/a/b", "DELETE");
  ASSERT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(response.content_type, "text/plain");
  EXPECT_EQ(whole(response), "DELETE /a/b " + base() + "/a/b") << "and pods see nobody";
}

TEST_F(ProxyTest, KubeletsSeeWhoCalls) {
  create_node();
  const std::string node = "/api/v1/nodes/n/proxy/a";
  const auto response = ask(node);
  ASSERT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(whole(response), "GET /a " + node + " by caller");
}

TEST_F(ProxyTest, NotEveryHandlerWaitsForOnePod) {
  {
    const FullOf full(room_, "127.0.0.1:" + std::to_string(backend_->port()));
    const auto refused = ask(base() + "/a");
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.headers.get("Retry-After"), "1");
    EXPECT_EQ(ask(base()).status, 301) << "needs no seat";
  }
  EXPECT_EQ(ask(base() + "/a").status, 200);
}

TEST_F(ProxyTest, SendsTheRootToItsSlash) {
  const auto response = ask(base() + "?x=1&y=2");
  EXPECT_EQ(response.status, 301);
  EXPECT_EQ(response.headers.get("Location"), base() + "/?x=1&y=2");
  EXPECT_EQ(ask(base(), "POST").status, 200);
}

TEST_F(ProxyTest, UpgradesOfTheRootArePassedOn) {
  EXPECT_EQ(ask(base(), "GET", "websocket").status, 200) << "by who does not upgrade";
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
