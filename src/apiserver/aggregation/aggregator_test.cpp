// SPDX-License-Identifier: Apache-2.0
#include "apiserver/aggregation/aggregator.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "apiserver/server.h"
#include "base/text.h"
#include "http/test_pki.h"
#include "json/text.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

constexpr std::chrono::seconds kLong{20};
const api::Kind& kApiService = *api::find_kind("apiregistration.k8s.io/v1", "APIService");

// Our server in front of another one, which tells what it was asked and by whom.
class AggregatorTest : public testing::Test {
 protected:
  void SetUp() override {
    http::ServerOptions behind = pki_.server_options("ext.default.svc");
    behind.workers = 16;
    behind_ = http::serve(behind, [this](const http::Request& request) {
                if (request.target.path.ends_with("/slow")) {
                  count(waiting_);
                  holding_.wait(true);
                }
                return answer(request);
              }).value();
    http::ServerOptions front = pki_.server_options();
    front.workers = 16;
    front_ = http::serve(front, make_handler({.registry = cluster_.registry,
                                              .clock = cluster_.clock,
                                              .aggregator = &aggregator_}))
                 .value();
    client_ = pki_.client(front_->port(), "alice", {"system:masters", "team"});
    create(api::kinds::service(), R"({"metadata":{"name":"ext"},"spec":{"type":"ExternalName",)"
                                  R"("externalName":"localhost"}})");
    json::Value service = registry::json_of(
        R"({"metadata":{"name":"v1.ext.io"},"spec":{"group":"ext.io","version":"v1",)"
        R"("groupPriorityMinimum":100,"versionPriority":10,)"
        R"("service":{"name":"ext","namespace":"default"}}})");
    service["spec"]["service"]["port"] = static_cast<int>(behind_->port());
    service["spec"]["caBundle"] = base64_encode(pki_.ca_pem());
    ASSERT_TRUE(cluster_.registry.create(kApiService, "", service).has_value());
  }

  static http::Response answer(const http::Request& request) {
    http::Response response;
    if (request.target.path == "/apis/ext.io/v1") {
      response.body =
          R"({"kind":"APIResourceList","groupVersion":"ext.io/v1","resources":[{"name":"things",)"
          R"("singularName":"thing","namespaced":true,"kind":"Thing","verbs":["get"]}]})";
      return response;
    }
    if (request.target.path == "/openapi/v2") {
      response.body = R"({"swagger":"2.0","definitions":{"io.ext.Thing":{"type":"object"}},)"
                      R"("paths":{"/apis/ext.io/v1/":{"$ref":"#/definitions/io.ext.Thing"}}})";
      return response;
    }
    if (request.target.path == "/openapi/v3") {
      response.body = R"({"paths":{"apis/ext.io/v1":{"serverRelativeURL":)"
                      R"("/openapi/v3/apis/ext.io/v1?hash=7"}}})";
      return response;
    }
    json::Array groups;
    for (const auto& [name, value] : request.headers) {
      if (http::same_name(name, "X-Remote-Group")) {
        groups.emplace_back(value);
      }
    }
    response.body =
        json::write(json::Object{{"asked", request.method + " " + request.target.path},
                                 {"by", std::string(request.headers.get("X-Remote-User"))},
                                 {"groups", std::move(groups)},
                                 {"proof", request.peer.name},
                                 {"token", std::string(request.headers.get("Authorization"))}});
    return response;
  }

  Result<void> probe() {
    return aggregator_.probe(
        cluster_.registry.get(kApiService, {"", "v1.ext.io"})->decode().value());
  }
  json::Value discovered() {
    const json::Value all =
        document("/apis", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");
    return all.at("items").as_array().back().at("versions").as_array().front();
  }
  void create(const api::Kind& kind, std::string_view text) {
    ASSERT_TRUE(cluster_.registry.create(kind, "default", registry::json_of(text)).has_value());
  }
  void set_available(const char* status) {
    const json::Value condition =
        json::Object{{"type", "Available"}, {"status", status}, {"reason", "Passed"}};
    const json::Value body =
        json::Object{{"status", json::Object{{"conditions", json::Array{condition}}}}};
    ASSERT_TRUE(cluster_.registry
                    .patch(kApiService, {.key = {"", "v1.ext.io"},
                                         .patch = {client::PatchType::kMerge, body},
                                         .subresource = "status"})
                    .has_value());
  }
  http::ClientResponse get(const std::string& target,
                           const std::string& accept = "application/json") {
    return client_->send({.target = target, .accept = accept}, kLong).value();
  }
  json::Value document(const std::string& target, const std::string& accept = "application/json") {
    return json::parse(get(target, accept).body).value_or(json::Value());
  }

  static void count(std::atomic<int>& number) {
    ++number;
    number.notify_all();
  }
  static void await(const std::atomic<int>& number, int wanted) {
    for (int now = number; now < wanted; now = number) {
      number.wait(now);
    }
  }

  std::atomic<bool> holding_ = false;  // of requests for what is slow
  std::atomic<int> waiting_ = 0;
  http::TestPki pki_;
  registry::TestCluster cluster_;
  Aggregator aggregator_{cluster_.registry, pki_.client_credential("front-proxy-client")};
  std::unique_ptr<http::Server> behind_;
  std::unique_ptr<http::Server> front_;
  std::unique_ptr<http::Client> client_;
};

TEST_F(AggregatorTest, PassesRequestsOnInTheNameOfWhoAsks) {
  set_available("True");
  const json::Value answer = document("/apis/ext.io/v1/namespaces/default/things/t");
  EXPECT_EQ(answer.at("asked").as_string(), "GET /apis/ext.io/v1/namespaces/default/things/t");
  EXPECT_EQ(answer.at("by").as_string(), "alice");
  EXPECT_EQ(json::write(answer.at("groups")),
            R"(["system:masters","team","system:authenticated"])");
  EXPECT_EQ(answer.at("proof").as_string(), "front-proxy-client");
}

TEST_F(AggregatorTest, WithoutItsServerAGroupIsUnavailable) {
  set_available("False");
  const auto answer = get("/apis/ext.io/v1/things");
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(answer.body, "service unavailable\n");
}

TEST_F(AggregatorTest, DiscoveryKnowsTheGroup) {
  set_available("True");
  const json::Value groups = document("/apis");
  EXPECT_EQ(groups.at("groups").as_array().back().at("name").as_string(), "ext.io");
  EXPECT_EQ(document("/apis/ext.io").at("preferredVersion", "groupVersion").as_string(),
            "ext.io/v1");
  EXPECT_EQ(document("/apis/ext.io/v1").at("kind").as_string(), "APIResourceList");
  EXPECT_EQ(discovered().at("freshness").as_string(), "Stale") << "nobody has asked it yet";
  ASSERT_TRUE(probe());
  const json::Value version = discovered();
  EXPECT_EQ(version.at("freshness").as_string(), "Current");
  EXPECT_EQ(version.at("resources").as_array().front().at("resource").as_string(), "things");
}

TEST_F(AggregatorTest, ASilentServerIsShownAsItWasAndStale) {
  set_available("True");
  ASSERT_TRUE(probe());
  behind_->stop();
  ASSERT_FALSE(probe());
  const json::Value version = discovered();
  EXPECT_EQ(version.at("freshness").as_string(), "Stale");
  EXPECT_EQ(version.at("resources").as_array().front().at("resource").as_string(), "things");
}

TEST_F(AggregatorTest, OpenApiHasItsPart) {
  set_available("True");
  EXPECT_EQ(document("/openapi/v2").find("paths", "/apis/ext.io/v1/"), nullptr);
  ASSERT_TRUE(probe());
  const json::Value whole = document("/openapi/v2");
  EXPECT_NE(whole.find("paths", "/apis/ext.io/v1/"), nullptr);
  EXPECT_EQ(whole.at("definitions", "io.ext.Thing", "type").as_string(), "object");
  EXPECT_NE(whole.find("paths", "/api/v1/pods"), nullptr);
  EXPECT_EQ(document("/openapi/v3").at("paths", "apis/ext.io/v1", "serverRelativeURL").as_string(),
            "/openapi/v3/apis/ext.io/v1?hash=7");
  ASSERT_TRUE(cluster_.registry.remove(kApiService, {.key = {"", "v1.ext.io"}}));
  EXPECT_EQ(document("/openapi/v2").find("paths", "/apis/ext.io/v1/"), nullptr);
  EXPECT_EQ(document("/openapi/v3").find("paths", "apis/ext.io/v1"), nullptr);
}

TEST_F(AggregatorTest, NotEveryHandlerWaitsForASilentServer) {
  set_available("True");
  holding_ = true;
  std::atomic<int> refused = 0;
  std::vector<std::jthread> clients;
  for (int i = 0; i < WaitingRoom::kSeatsOfEach + 2; ++i) {
    clients.emplace_back([&, client = pki_.client(front_->port(), "alice", {"system:masters"})] {
      const auto answer = client->send({.target = "/apis/ext.io/v1/slow"}, kLong).value();
      if (answer.status == 429) {
        EXPECT_EQ(answer.headers.get("Retry-After"), "1");
        count(refused);
      } else {
        EXPECT_EQ(answer.status, 200);
      }
    });
  }
  await(waiting_, WaitingRoom::kSeatsOfEach);
  await(refused, 2);
  EXPECT_EQ(document("/api/v1/namespaces/default").at("kind").as_string(), "Namespace");
  holding_ = false;
  holding_.notify_all();
}

TEST_F(AggregatorTest, ProbesSayWhyAServerDoesNotAnswer) {
  const json::Value service =
      cluster_.registry.get(kApiService, {"", "v1.ext.io"})->decode().value();
  EXPECT_TRUE(aggregator_.probe(service).has_value());
  json::Value elsewhere = service;
  elsewhere["spec"]["version"] = "v2";
  const auto refused = aggregator_.probe(elsewhere);
  EXPECT_TRUE(refused.has_value());  // every path but one is answered with 200
  elsewhere["spec"]["caBundle"] = "";
  EXPECT_FALSE(aggregator_.probe(elsewhere).has_value());
}

}  // namespace
}  // namespace sluice::apiserver
