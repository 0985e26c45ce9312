// SPDX-License-Identifier: Apache-2.0
#include "remote/http_client.h"

#include <gtest/gtest.h>

#include <map>
#include <mutex>

#include "base/files.h"
#include "base/test_stream.h"
#include "base/text.h"
#include "http/server.h"
#include "http/test_pki.h"
#include "json/text.h"

namespace sluice::remote {
namespace {

using std::chrono::seconds;

// A real HTTPS server that gives one canned answer and remembers the last request.
class HttpClientTest : public testing::Test {
 protected:
  HttpClientTest() {
    server_ = http::serve(pki_.server_options(), [this](const http::Request& request) {
                return answer(request);
              }).value();
    client_ = connect(Endpoint{.connection = pki_.client_options(server_->port(), "tester"),
                               .path_prefix = "/prefix"})
                  .value();
  }

  http::Response answer(const http::Request& request) {
    const std::scoped_lock lock(mutex_);
    seen_ = request.method + " " + request.target.path;
    query_ = request.target.query;
    content_type_ = request.headers.get("Content-Type");
    body_ = request.body;
    peer_ = request.peer.name;
    http::Response response;
    response.status = status_;
    response.body = reply_;
    if (!stream_.empty()) {
      response.stream = std::make_unique<WholeStream>(stream_);
    }
    return response;
  }
  void reply(int status, std::string text) {
    status_ = status;
    reply_ = std::move(text);
  }

  const api::Kind& pods_ = api::kinds::pod();
  http::TestPki pki_;
  std::mutex mutex_;
  int status_ = 200;
  std::string reply_ = "{}";
  std::string stream_;
  std::string seen_;
  std::vector<std::pair<std::string, std::string>> query_;
  std::string content_type_;
  std::string body_;
  std::string peer_;
  std::unique_ptr<http::Server> server_;
  std::unique_ptr<client::Client> client_;
};

client::Object pod(const std::string& name) {
  return json::Object{{"metadata", json::Object{{"namespace", "ns"}, {"name", name}}}};
}

TEST_F(HttpClientTest, GetsAnObjectAsItself) {
  reply(200, R"({"metadata":{"name":"p"}})");
  const auto got = client_->get(pods_, {"ns", "p"});
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(api::name(**got), "p");
  EXPECT_EQ(seen_, "GET /prefix/api/v1/namespaces/ns/pods/p");
  EXPECT_EQ(peer_, "tester");
}

TEST_F(HttpClientTest, StatusBecomesAnError) {
  reply(404, R"({"kind":"Status","reason":"NotFound","message":"pods \"p\" not found"})");
  const auto got = client_->get(pods_, {"ns", "p"});
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, Code::kNotFound);
  EXPECT_EQ(got.error().message, "pods \"p\" not found");
}

TEST_F(HttpClientTest, ListedItemsKnowTheirKind) {
  reply(200, R"({"metadata":{"resourceVersion":"42"},"items":[{"metadata":{"name":"a"}}]})");
  const auto list = client_->list(pods_, {.ns = "ns", .label_selector = "app in (a, b)"});
  ASSERT_TRUE(list) << list.error().message;
  EXPECT_EQ(list->resource_version, "42");
  ASSERT_EQ(list->items.size(), 1U);
  EXPECT_EQ(list->items[0]->at("kind").as_string(), "Pod");
  EXPECT_EQ(list->items[0]->at("apiVersion").as_string(), "v1");
  ASSERT_EQ(query_.size(), 1U);
  EXPECT_EQ(query_[0].second, "app in (a, b)");
}

TEST_F(HttpClientTest, WritesGoWhereTheyBelong) {
  ASSERT_TRUE(client_->create(pods_, pod("p")));
  EXPECT_EQ(seen_, "POST /prefix/api/v1/namespaces/ns/pods");
  ASSERT_TRUE(client_->update(pods_, pod("p")));
  EXPECT_EQ(seen_, "PUT /prefix/api/v1/namespaces/ns/pods/p");
  ASSERT_TRUE(client_->update(pods_, pod("p"), client::Part::kStatus));
  EXPECT_EQ(seen_, "PUT /prefix/api/v1/namespaces/ns/pods/p/status");
  ASSERT_TRUE(client_->create_subresource(pods_, {"ns", "p"}, "binding", pod("p")));
  EXPECT_EQ(seen_, "POST /prefix/api/v1/namespaces/ns/pods/p/binding");
  ASSERT_TRUE(client_->create_subresource(api::kinds::namespace_(), {"", "n"}, "finalize", {}));
  EXPECT_EQ(seen_, "PUT /prefix/api/v1/namespaces/n/finalize");
}

TEST_F(HttpClientTest, PatchesCarryTheirType) {
  const std::map<client::PatchType, std::string> types{
      {client::PatchType::kMerge, "application/merge-patch+json"},
      {client::PatchType::kStrategicMerge, "application/strategic-merge-patch+json"},
      {client::PatchType::kJson, "application/json-patch+json"}};
  for (const auto& [type, name] : types) {
    ASSERT_TRUE(client_->patch(pods_, {"ns", "p"}, {type, json::Object{{"a", 1}}}));
    EXPECT_EQ(content_type_, name);
    EXPECT_EQ(body_, R"({"a":1})");
  }
}

TEST_F(HttpClientTest, DeletionSendsItsOptions) {
  ASSERT_TRUE(client_->remove(pods_, {"ns", "p"},
                              {.grace_period_seconds = 0,
                               .uid = "u",
                               .resource_version = "7",
                               .propagation_policy = "Background"}));
  EXPECT_EQ(seen_, "DELETE /prefix/api/v1/namespaces/ns/pods/p");
  EXPECT_EQ(json::parse(body_).value(),
            json::parse(R"({"apiVersion":"v1","kind":"DeleteOptions","gracePeriodSeconds":0,
                "preconditions":{"uid":"u","resourceVersion":"7"},
                "propagationPolicy":"Background"})")
                .value());
}

TEST_F(HttpClientTest, WatchDeliversEventsUntilTheServerEndsIt) {
  stream_ = R"({"type":"ADDED","object":{"metadata":{"name":"a"}}})"
            "\n"
            R"({"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired"}})"
            "\n";
  auto watch = client_->watch(pods_, {.ns = "ns", .resource_version = "5"});
  ASSERT_TRUE(watch) << watch.error().message;
  const auto added = (*watch)->next(seconds(20));
  ASSERT_TRUE(added && added->has_value());
  EXPECT_EQ(api::name(*(*added)->object), "a");
  EXPECT_EQ((*watch)->next(seconds(20)).error().code, Code::kExpired);
  EXPECT_EQ((*watch)->next(seconds(20)).error().code, Code::kUnavailable);
  const http::Target target{.path = "", .query = query_};
  EXPECT_EQ(target.value("watch"), "true");
  EXPECT_EQ(target.value("resourceVersion"), "5");
  EXPECT_EQ(target.value("allowWatchBookmarks"), "true");
}

TEST_F(HttpClientTest, RefusedWatchIsAnError) {
  reply(410, R"({"kind":"Status","reason":"Expired","message":"too old"})");
  EXPECT_EQ(client_->watch(pods_, {.resource_version = "1"}).error().code, Code::kExpired);
}

TEST_F(HttpClientTest, ServerThatIsAwayIsUnavailable) {
  server_.reset();
  EXPECT_EQ(client_->get(pods_, {"ns", "p"}).error().code, Code::kUnavailable);
}

TEST_F(HttpClientTest, ConnectsFromAKubeconfigFile) {
  const auto options = pki_.client_options(server_->port(), "filed");
  const TemporaryDirectory directory;
  const std::string text =
      "current-context: x\ncontexts: [{name: x, context: {cluster: x, user: x}}]\n"
      "clusters: [{name: x, cluster: {server: 'https://127.0.0.1:" +
      std::to_string(server_->port()) +
      "', certificate-authority-data: " + base64_encode(options.ca_pem) +
      "}}]\nusers: [{name: x, user: {client-certificate-data: " +
      base64_encode(options.certificate_pem) +
      ", client-key-data: " + base64_encode(options.key_pem) + "}}]\n";
  ASSERT_TRUE(write_file_replacing(directory.path() / "config", text));
  const auto client = connect(directory.path() / "config");
  ASSERT_TRUE(client) << client.error().message;
  ASSERT_TRUE((*client)->get(pods_, {"ns", "p"}));
  EXPECT_EQ(peer_, "filed");
}

}  // namespace
}  // namespace sluice::remote
