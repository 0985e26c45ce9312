// SPDX-License-Identifier: Apache-2.0
#include "apiserver/conversion_webhook.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::apiserver {
namespace {

json::Value parsed(std::string_view text) {
  return std::move(json::parse(text)).value();
}

const json::Array& objects() {
  static const json::Array list = {parsed(
      R"({"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w","uid":"u",
          "labels":{"old":"1"}},"spec":{"a":1}})")};
  return list;
}

Result<json::Array> convert(const std::function<void(json::Value& response)>& change) {
  const auto post = [&](const json::Value&, const json::Value& review,
                        Duration) -> Result<json::Value> {
    json::Value converted = review.at("request", "objects");
    converted.array()[0]["apiVersion"] = review.at("request", "desiredAPIVersion");
    json::Value response = json::Object{{"uid", review.at("request", "uid")},
                                        {"result", json::Object{{"status", "Success"}}},
                                        {"convertedObjects", std::move(converted)}};
    change(response);
    return json::Value(json::Object{{"response", std::move(response)}});
  };
  return convert_by_webhook(post)({}, "example.com/v2", objects());
}

TEST(ConversionWebhook, GivesBackWhatTheWebhookMade) {
  const auto converted = convert([](json::Value& response) {
    json::Value& object = response["convertedObjects"].array()[0];
    object["spec"] = parsed(R"({"b":2})");
    object["metadata"]["labels"] = parsed(R"({"new":"1"})");
    object["metadata"]["finalizers"] = parsed(R"(["x"])");
  });
  ASSERT_TRUE(converted) << converted.error().message;
  EXPECT_EQ(json::write(converted->at(0)),
            R"({"apiVersion":"example.com/v2","kind":"Widget","metadata":{"name":"w","uid":"u",)"
            R"("labels":{"new":"1"}},"spec":{"b":2}})");
}

TEST(ConversionWebhook, FailuresAreReported) {
  EXPECT_EQ(convert([](json::Value& response) {
              response["result"] = parsed(R"({"status":"Failure","message":"no"})");
            })
                .error()
                .message,
            "conversion webhook for example.com/v2 failed: no");
  EXPECT_FALSE(convert([](json::Value& response) { response["uid"] = "other"; }));
  EXPECT_FALSE(
      convert([](json::Value& response) { response["convertedObjects"].array().clear(); }));
  EXPECT_FALSE(convert([](json::Value& response) {
    response["convertedObjects"].array()[0]["metadata"]["name"] = "x";
  }));
}

}  // namespace
}  // namespace sluice::apiserver
