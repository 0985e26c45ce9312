// SPDX-License-Identifier: Apache-2.0
// What clients that ask for other encodings than JSON see, from the request on.
#include <gtest/gtest.h>

#include "api/protobuf.h"
#include "apiserver/server.h"
#include "json/text.h"
#include "json/yaml.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

constexpr const char* kMaps = "/api/v1/namespaces/default/configmaps";
constexpr const char* kProtobuf = "application/vnd.kubernetes.protobuf";

class EncodingsTest : public testing::Test {
 protected:
  struct Ask {
    std::string method = "GET";
    std::string target = kMaps;
    std::string accept = kProtobuf;
    std::string body = {};
    std::string content_type = "application/json";
  };

  http::Response ask(const Ask& what) {
    http::Request request{.method = what.method,
                          .target = http::parse_target(what.target).value(),
                          .body = what.body,
                          .peer = {.name = "admin", .groups = {"system:masters"}}};
    request.headers.add("Accept", what.accept);
    request.headers.add("Content-Type", what.content_type);
    request.headers.add("Accept-Encoding", "gzip");
    return handler_(request);
  }
  static json::Value decoded(const http::Response& response) {
    EXPECT_EQ(response.content_type, kProtobuf) << response.body;
    return api::decode_protobuf(response.body).value_or(json::Value());
  }

  registry::TestCluster cluster_;
  http::Handler handler_ = make_handler({.registry = cluster_.registry, .clock = cluster_.clock});
};

TEST_F(EncodingsTest, ObjectsGoInAndOutAsProtobuf) {
  const json::Value map = registry::json_of(
      R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"},"data":{"k":"v"}})");
  const auto created =
      ask({.method = "POST", .body = api::encode_protobuf(map).value(), .content_type = kProtobuf});
  EXPECT_EQ(created.status, 201);
  EXPECT_EQ(decoded(created).at("data", "k").as_string(), "v");
  const std::string target = std::string(kMaps) + "/a";
  const auto json = registry::json_of(ask({.target = target, .accept = "application/json"}).body);
  EXPECT_EQ(decoded(ask({.target = target})), json);
  const auto yaml = ask({.target = target, .accept = "application/yaml"});
  EXPECT_EQ(yaml.content_type, "application/yaml");
  EXPECT_EQ(json::parse_yaml(yaml.body).value().front(), json);
  const auto deleted = decoded(ask({.method = "DELETE", .target = target}));
  EXPECT_EQ(deleted.at("status").as_string(), "Success");
}

TEST_F(EncodingsTest, ListsAndMetadataGoOutAsProtobuf) {
  cluster_.create_config_map("a");
  const auto list = ask({});
  EXPECT_EQ(list.content_type, kProtobuf);
  EXPECT_NE(list.body.find("ConfigMapList"), std::string::npos);
  const auto partial =
      ask({.accept = std::string(kProtobuf) + ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"});
  EXPECT_NE(partial.body.find("PartialObjectMetadataList"), std::string::npos);
  EXPECT_EQ(partial.body.find("dataKey"), std::string::npos);
  const auto one = decoded(
      ask({.target = std::string(kMaps) + "/a",
           .accept = std::string(kProtobuf) + ";as=PartialObjectMetadata;g=meta.k8s.io;v=v1"}));
  EXPECT_EQ(one.at("kind").as_string(), "PartialObjectMetadata");
  EXPECT_EQ(one.at("metadata", "name").as_string(), "a");
}

TEST_F(EncodingsTest, WatchesAreFramesOfProtobuf) {
  cluster_.create_config_map("a");
  auto response = ask({.target = std::string(kMaps) + "?watch=1",
                       .accept = std::string(kProtobuf) + ";stream=watch"});
  EXPECT_EQ(response.content_type, "application/vnd.kubernetes.protobuf;stream=watch");
  ASSERT_NE(response.stream, nullptr);
  std::string frame;
  response.stream->set_ready([] {});
  ASSERT_EQ(response.stream->poll(frame), http::Stream::State::kData);
  const auto object =
      registry::json_of(cluster_.registry.get(api::kinds::config_map(), {"default", "a"})->text());
  EXPECT_EQ(frame, api::watch_frame("ADDED", api::encode_protobuf(object).value()));
  EXPECT_EQ(ask({.target = std::string(kMaps) + "?watch=1", .accept = "application/yaml"}).status,
            406);
}

TEST_F(EncodingsTest, ErrorsComeInTheEncodingAskedFor) {
  const auto missing = ask({.target = std::string(kMaps) + "/nope"});
  EXPECT_EQ(missing.status, 404);
  EXPECT_EQ(decoded(missing).at("reason").as_string(), "NotFound");
  const auto table = ask({.accept = std::string(kProtobuf) + ";as=Table;g=meta.k8s.io;v=v1"});
  EXPECT_EQ(table.status, 406);
  EXPECT_EQ(table.content_type, "application/json");
  const auto unknown = ask({.method = "POST", .body = "x", .content_type = "text/css"});
  EXPECT_EQ(unknown.status, 415);
  EXPECT_EQ(decoded(unknown).at("reason").as_string(), "UnsupportedMediaType");
}

TEST_F(EncodingsTest, AnswersThatAreNoObjectsHaveNoTables) {
  const auto review = ask({.method = "POST",
                           .target = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                           .accept = "application/json;as=Table;g=meta.k8s.io;v=v1",
                           .body = "{}"});
  EXPECT_EQ(review.status, 406);
}

TEST_F(EncodingsTest, BodiesAreBounded) {
  const auto refused = ask({.method = "POST", .body = std::string(kMaxBody + 1, ' ')});
  EXPECT_EQ(refused.status, 413);
  EXPECT_EQ(decoded(refused).at("reason").as_string(), "RequestEntityTooLarge");
  EXPECT_EQ(decoded(refused).at("message").as_string(),
            "Request entity too large: limit is 3145728");
  EXPECT_EQ(ask({.method = "POST", .body = std::string(kMaxBody, ' ')}).status, 400);
}

TEST_F(EncodingsTest, BodiesThatNeverArriveAreRefusedTheSameWay) {
  const auto refused = refuse_unseen(413, "the body is larger than 6291456 bytes");
  EXPECT_EQ(refused.status, 413);
  EXPECT_EQ(refused.content_type, "application/json");
  EXPECT_EQ(registry::json_of(refused.body).at("message").as_string(),
            "Request entity too large: limit is 3145728");
  EXPECT_EQ(refuse_unseen(431, "the head is too large").body, "the head is too large\n");
}

TEST_F(EncodingsTest, LargeAnswersAreCompressed) {
  const std::string text(200'000, 'x');
  const auto created = ask({.method = "POST",
                            .accept = "application/json",
                            .body = R"({"metadata":{"name":"big"},"data":{"k":")" + text + "\"}}"});
  EXPECT_EQ(created.status, 201);
  EXPECT_EQ(created.headers.get("Content-Encoding"), "gzip");
  EXPECT_LT(created.body.size(), 10'000U);
  EXPECT_TRUE(ask({.target = "/api"}).headers.get("Content-Encoding").empty());
}

}  // namespace
}  // namespace sluice::apiserver
