// SPDX-License-Identifier: Apache-2.0
#include "apiserver/documents.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::apiserver {
namespace {

class DocumentsTest : public testing::Test {
 protected:
  std::optional<http::Response> ask(const std::string& target, const std::string& accept = "",
                                    const std::string& known = "") {
    http::Request request{.method = "GET", .target = http::parse_target(target).value()};
    request.headers.add("Accept", accept);
    request.headers.add("Host", "api.example:6443");
    request.headers.add("If-None-Match", known);
    return documents_.describe(request);
  }
  json::Value body(const std::string& target) {
    const auto response = ask(target);
    return response ? json::parse(response->body).value_or(json::Value()) : json::Value();
  }

  FakeClock clock_;
  api::Catalog catalog_;
  Documents documents_{clock_, catalog_};
};

TEST_F(DocumentsTest, HealthIsThatOfTheStore) {
  EXPECT_EQ(ask("/readyz")->status, 200);
  const Documents full(clock_, catalog_, nullptr,
                       []() -> Result<void> { return fail(Code::kUnavailable, "disk full"); });
  const http::Request request{.method = "GET", .target = http::parse_target("/readyz").value()};
  EXPECT_EQ(full.describe(request)->status, 500);
}

TEST_F(DocumentsTest, DiscoveryFollowsThePath) {
  EXPECT_EQ(body("/api").at("kind").as_string(), "APIVersions");
  EXPECT_NE(ask("/api")->body.find("api.example:6443"), std::string::npos);
  EXPECT_EQ(body("/apis/").at("kind").as_string(), "APIGroupList");
  EXPECT_EQ(body("/api/v1").at("groupVersion").as_string(), "v1");
  EXPECT_EQ(body("/apis/batch").at("name").as_string(), "batch");
  EXPECT_EQ(body("/apis/batch/v1").at("groupVersion").as_string(), "batch/v1");
  EXPECT_FALSE(body("/").at("paths").as_array().empty());
  for (const char* unknown : {"/api/v2", "/apis/x", "/apis/batch/v9", "/x", "/openapi/v4"}) {
    EXPECT_FALSE(ask(unknown)) << unknown;
  }
}

TEST_F(DocumentsTest, AggregatedDiscoveryIsCacheable) {
  const std::string accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  const auto first = ask("/apis", accept);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->content_type, accept);
  EXPECT_EQ(first->headers.get("Cache-Control"), "public");
  EXPECT_EQ(ask("/apis", accept, std::string(first->headers.get("ETag")))->status, 304);
}

TEST_F(DocumentsTest, FormsThatDoNotExistAreNotAcceptable) {
  for (const char* target : {"/version", "/api", "/api/v1", "/apis", "/apis/batch/v1"}) {
    EXPECT_EQ(ask(target, "application/xml")->status, 406) << target;
    EXPECT_EQ(ask(target, "text/html,application/xml;q=0.9,*/*;q=0.8")->status, 200) << target;
    EXPECT_EQ(ask(target, "application/json;as=x, application/json")->status, 200) << target;
  }
  EXPECT_EQ(json::parse(ask("/version", "application/xml")->body)->at("message").as_string(),
            "406: Not Acceptable\n\nAvailable representations: application/json");
  EXPECT_FALSE(ask("/apis/x", "application/xml"));
  EXPECT_EQ(ask("/healthz", "application/xml")->status, 200);
}

TEST_F(DocumentsTest, OnlyReadsAreAllowed) {
  const http::Request request{.method = "POST", .target = http::parse_target("/api").value()};
  EXPECT_EQ(documents_.describe(request)->status, 405);
}

TEST_F(DocumentsTest, OpenApiDocumentsExpireAYearAfterTheyWereAskedForByHash) {
  const std::string url =
      body("/openapi/v3").at("paths", "apis/batch/v1", "serverRelativeURL").as_string();
  const auto document = ask(url);
  ASSERT_TRUE(document);
  EXPECT_EQ(document->headers.get("Expires"), "Wed, 01 Jan 2031 00:00:00 GMT");
  EXPECT_EQ(ask(url, "", std::string(document->headers.get("ETag")))->status, 304);
  EXPECT_EQ(ask("/openapi/v3/apis/batch/v1", "application/x-protobuf")->status, 406);
  const auto protobuf =
      ask("/openapi/v3/apis/batch/v1",
          "application/com.github.proto-openapi.spec.v3@v1.0+protobuf,application/json;q=0.9");
  EXPECT_EQ(protobuf->content_type, "application/com.github.proto-openapi.spec.v3.v1.0+protobuf");
  EXPECT_TRUE(
      protobuf->body.starts_with("\x0a\x05"
                                 "3.0.0"));
}

}  // namespace
}  // namespace sluice::apiserver
