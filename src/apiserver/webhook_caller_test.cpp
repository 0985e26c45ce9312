// SPDX-License-Identifier: Apache-2.0
#include "apiserver/webhook_caller.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "http/server.h"
#include "http/test_pki.h"
#include "json/text.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

using registry::json_of;

TEST(WebhookAddress, ComesFromUrlOrService) {
  const auto by_url =
      webhook_address(json_of(R"({"url":"https://h.example:8443/convert?x=1"})"), {});
  ASSERT_TRUE(by_url);
  EXPECT_EQ(by_url->host, "h.example");
  EXPECT_EQ(by_url->port, 8443);
  EXPECT_EQ(by_url->path, "/convert?x=1");
  EXPECT_FALSE(webhook_address(json_of(R"({"url":"http://h/"})"), {}));
  EXPECT_FALSE(webhook_address(json_of(R"({"url":"https://h:x/"})"), {}));
  EXPECT_FALSE(webhook_address(json_of("{}"), {}));
  const auto by_service =
      webhook_address(json_of(R"({"service":{"name":"s"}})"),
                      [](const json::Value&) { return WebhookAddress{.host = "10.0.0.1"}; });
  ASSERT_TRUE(by_service);
  EXPECT_EQ(by_service->host, "10.0.0.1");
}

TEST(WebhookAddress, OfAServiceIsAnEndpointOfIt) {
  registry::TestCluster cluster;
  cluster.create(api::kinds::service(), R"({"metadata":{"name":"hook"},"spec":{
      "selector":{"a":"b"},"ports":[{"name":"https","port":443,"targetPort":9443}]}})");
  const json::Value service = json_of(R"({"namespace":"default","name":"hook","path":"check"})");
  const auto resolve = resolve_by_endpoints(cluster.registry);
  EXPECT_EQ(resolve(service).error().message, "no endpoints available for service \"hook\"");
  cluster.create(*api::find_resource("discovery.k8s.io", "v1", "endpointslices"),
                 R"({"metadata":{"name":"hook-1","labels":{"kubernetes.io/service-name":"hook"}},
                     "addressType":"IPv4","endpoints":[{"addresses":["10.1.2.3"]}],
                     "ports":[{"name":"https","port":9443}]})");
  const auto address = resolve(service);
  ASSERT_TRUE(address) << address.error().message;
  EXPECT_EQ(address->host, "10.1.2.3");
  EXPECT_EQ(address->port, 9443);
  EXPECT_EQ(address->path, "/check");
  EXPECT_EQ(address->server_name, "hook.default.svc");
  EXPECT_EQ(address->url, "https://hook.default.svc:443/check");
}

class WebhookCaller : public testing::Test {
 protected:
  std::unique_ptr<http::Server> serve(http::Handler handler) {
    return http::serve(pki_.server_options(), std::move(handler)).value();
  }
  json::Value config(std::uint16_t port) const {
    return json::Object{{"url", "https://127.0.0.1:" + std::to_string(port) + "/x"},
                        {"caBundle", base64_encode(pki_.client_options(port).ca_pem)}};
  }

  const http::TestPki pki_;
  const PostReview post_ = post_over_https(nullptr);
};

TEST_F(WebhookCaller, PostsTheReviewAndGivesTheAnswer) {
  const auto server = serve([](const http::Request& request) {
    http::Response response;
    response.body = R"({"method":")" + request.method + R"(","timeout":")" +
                    request.target.value("timeout") + R"(","body":)" + request.body + "}";
    return response;
  });
  for (int i = 0; i < 2; ++i) {
    const auto answer =
        post_(config(server->port()), json_of(R"({"a":1})"), std::chrono::seconds(7));
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(json::write(*answer), R"({"method":"POST","timeout":"7s","body":{"a":1}})");
  }
}

TEST_F(WebhookCaller, ABadAnswerNamesTheUrl) {
  const auto server = serve([](const http::Request&) {
    http::Response response;
    response.status = 500;
    response.body = "broken";
    return response;
  });
  const auto answer = post_(config(server->port()), json_of("{}"), std::chrono::seconds(5));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().message, "Post \"https://127.0.0.1:" + std::to_string(server->port()) +
                                        "/x?timeout=5s\": broken");
}

TEST_F(WebhookCaller, AnotherAuthorityIsNotTrusted) {
  const auto server = serve([](const http::Request&) { return http::Response(); });
  json::Value client_config = config(server->port());
  client_config["caBundle"] = base64_encode(http::TestPki().client_options(1).ca_pem);
  EXPECT_FALSE(post_(client_config, json_of("{}"), std::chrono::seconds(5)));
}

}  // namespace
}  // namespace sluice::apiserver
