// SPDX-License-Identifier: Apache-2.0
//
// Custom kinds as clients meet them: discovery, OpenAPI, verbs, tables, errors.
#include <gtest/gtest.h>

#include <latch>
#include <semaphore>

#include "api/crd/test_definition.h"
#include "apiserver/server.h"
#include "http/test_pki.h"
#include "json/text.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

constexpr const char* kDefinitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
constexpr const char* kWidgets = "/apis/example.com/v1/namespaces/default/widgets";

class CustomResources : public testing::Test {
 protected:
  struct Reply {
    int status = 0;
    json::Value body;
    std::string warning;
  };

  void SetUp() override {
    server_ = http::serve(pki_.server_options(),
                          make_handler({.registry = cluster_.registry, .clock = cluster_.clock}))
                  .value();
    client_ = pki_.client(server_->port(), "admin", {"system:masters"});
    ASSERT_EQ(send("POST", kDefinitions, json::write(api::widget_definition())).status, 201);
  }

  Reply send(const std::string& method, const std::string& target, const std::string& body = "",
             const std::string& type = "application/json", const std::string& accept = "") {
    const auto response = client_->send({.method = method,
                                         .target = target,
                                         .content_type = body.empty() ? "" : type,
                                         .accept = accept.empty() ? "application/json" : accept,
                                         .body = body},
                                        std::chrono::seconds(20));
    EXPECT_TRUE(response) << (response ? "" : response.error().message);
    return response ? Reply{response->status, json::parse(response->body).value_or(json::Value()),
                            std::string(response->headers.get("Warning"))}
                    : Reply{};
  }
  Reply create(const std::string& name, const std::string& spec) {
    return send("POST", kWidgets,
                R"({"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":")" + name +
                    R"("},"spec":)" + spec + "}");
  }

  http::TestPki pki_;
  registry::TestCluster cluster_;
  std::unique_ptr<http::Server> server_;
  std::unique_ptr<http::Client> client_;
};

TEST_F(CustomResources, AreDiscovered) {
  const json::Value resources = send("GET", "/apis/example.com/v1").body;
  const json::Array& list = resources.at("resources").as_array();
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0].at("name").as_string(), "widgets");
  EXPECT_EQ(list[1].at("name").as_string(), "widgets/scale");
  EXPECT_EQ(list[1].at("group").as_string(), "autoscaling");
  EXPECT_EQ(send("GET", "/apis/example.com").body.at("preferredVersion", "version").as_string(),
            "v1");
  const auto aggregated =
      send("GET", "/apis", "", "",
           "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");
  EXPECT_NE(json::write(aggregated.body).find("\"widgets\""), std::string::npos);
}

TEST_F(CustomResources, AreDescribed) {
  const json::Value index = send("GET", "/openapi/v3").body;
  EXPECT_NE(index.find("paths", "apis/example.com/v1"), nullptr);
  EXPECT_NE(send("GET", "/openapi/v3/apis/example.com/v1")
                .body.find("components", "schemas", "com.example.v1.Widget"),
            nullptr);
  EXPECT_NE(send("GET", "/openapi/v2").body.find("definitions", "com.example.v1.Widget"), nullptr);
  send("DELETE", std::string(kDefinitions) + "/widgets.example.com");
  EXPECT_EQ(send("GET", "/openapi/v3").body.find("paths", "apis/example.com/v1"), nullptr);
  EXPECT_EQ(send("GET", "/apis/example.com/v1").status, 404);
}

TEST_F(CustomResources, AreWrittenAndShown) {
  EXPECT_EQ(create("w", R"({"color":"red"})").status, 201);
  const json::Value list = send("GET", kWidgets).body;
  EXPECT_EQ(list.at("kind").as_string(), "WidgetList");
  EXPECT_EQ(list.at("items").as_array()[0].at("kind").as_string(), "Widget");
  const json::Value table =
      send("GET", kWidgets, "", "", "application/json;as=Table;v=v1;g=meta.k8s.io").body;
  EXPECT_EQ(table.at("columnDefinitions").as_array()[1].at("name").as_string(), "Color");
  EXPECT_EQ(send("GET", std::string(kWidgets) + "?fieldSelector=spec.color%3Dgreen")
                .body.at("items")
                .as_array()
                .size(),
            0U);
}

TEST_F(CustomResources, FaultsAreReportedAsUpstreamDoes) {
  const Reply invalid = create("w", R"({"color":1})");
  EXPECT_EQ(invalid.status, 422);
  EXPECT_NE(invalid.body.at("message").as_string().find(
                R"([spec.color: Invalid value: "integer": )"
                R"(spec.color in body must be of type string: "integer")"),
            std::string::npos)
      << invalid.body.at("message").as_string();
  EXPECT_EQ(create("w", R"({"color":"red","typo":1})").warning,
            R"(299 - "unknown field \"spec.typo\"")");
  json::Value without_version = send("GET", std::string(kWidgets) + "/w").body;
  without_version["metadata"].erase("resourceVersion");
  EXPECT_EQ(send("PUT", std::string(kWidgets) + "/w", json::write(without_version)).status, 422);
}

TEST_F(CustomResources, HaveNoProtobuf) {
  const Reply refused = send("POST", kWidgets, "k8s", "application/vnd.kubernetes.protobuf");
  EXPECT_EQ(refused.status, 415);
  EXPECT_EQ(refused.body.at("message").as_string(),
            "the body of the request was in an unknown format - accepted media types include: "
            "application/json, application/yaml");
}

TEST_F(CustomResources, PatchesOfThreeTypesWork) {
  create("w", R"({"color":"red"})");
  const std::string path = std::string(kWidgets) + "/w";
  EXPECT_EQ(send("PATCH", path, R"({"spec":{"color":"green"}})", "application/merge-patch+json")
                .body.at("spec", "color")
                .as_string(),
            "green");
  EXPECT_EQ(send("PATCH", path, R"([{"op":"replace","path":"/spec/color","value":"red"}])",
                 "application/json-patch+json")
                .status,
            200);
  const Reply strategic =
      send("PATCH", path, R"({"spec":{}})", "application/strategic-merge-patch+json");
  EXPECT_EQ(strategic.status, 415);
  EXPECT_EQ(strategic.body.at("message").as_string(),
            "the body of the request was in an unknown format - accepted media types include: "
            "application/json-patch+json, application/merge-patch+json, "
            "application/apply-patch+yaml");
  const std::string config =
      R"({"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"a"},)"
      R"("spec":{"color":"red","ports":[{"port":1}]}})";
  const Reply applied = send("PATCH", std::string(kWidgets) + "/a?fieldManager=me", config,
                             "application/apply-patch+yaml");
  EXPECT_EQ(applied.status, 201) << json::write(applied.body);
  EXPECT_NE(json::write(applied.body).find(R"("k:{\"port\":1}")"), std::string::npos);
}

TEST_F(CustomResources, ASlowWebhookHoldsUpNothingButItsWatch) {
  std::counting_semaphore<> asked{0};
  std::latch answered(1);
  cluster_.registry.convert_with([&](const json::Value&, const std::string& api_version,
                                     json::Array objects) -> Result<json::Array> {
    asked.release();
    answered.wait();
    for (json::Value& object : objects) {
      object["apiVersion"] = api_version;
    }
    return objects;
  });
  json::Value definition = send("GET", std::string(kDefinitions) + "/widgets.example.com").body;
  json::Value second = definition["spec"]["versions"].array()[0];
  second["name"] = "v2";
  second["storage"] = false;
  definition["spec"]["versions"].array().push_back(std::move(second));
  definition["spec"]["conversion"] = registry::json_of(
      R"({"strategy":"Webhook","webhook":{"conversionReviewVersions":["v1"],
          "clientConfig":{"url":"https://example.com/convert"}}})");
  ASSERT_EQ(send("PUT", std::string(kDefinitions) + "/widgets.example.com", json::write(definition))
                .status,
            200);
  ASSERT_EQ(create("w", R"({"color":"red"})").status, 201);
  constexpr std::chrono::seconds kLong{20};
  const auto watcher = pki_.client(server_->port(), "admin", {"system:masters"});
  const auto opened = watcher->open(
      {.target = "/apis/example.com/v2/namespaces/default/widgets?watch=true"}, kLong);
  ASSERT_TRUE(opened && opened->lines != nullptr);
  asked.acquire();
  EXPECT_EQ(send("GET", "/api/v1/namespaces/default").status, 200) << "there is one I/O thread";
  answered.count_down();
  const auto line = opened->lines->read_line(kLong);
  ASSERT_TRUE(line && line->has_value());
  EXPECT_EQ(registry::json_of(**line).at("object", "apiVersion").as_string(), "example.com/v2");
}

TEST_F(CustomResources, AreScaled) {
  create("w", R"({"color":"red"})");
  const std::string path = std::string(kWidgets) + "/w/scale";
  json::Value scale = send("GET", path).body;
  EXPECT_EQ(scale.at("spec", "replicas").as_int(), 1);
  scale["spec"]["replicas"] = 4;
  EXPECT_EQ(send("PUT", path, json::write(scale)).body.at("spec", "replicas").as_int(), 4);
  EXPECT_EQ(send("PATCH", path, R"({"spec":{"replicas":5}})", "application/merge-patch+json")
                .body.at("spec", "replicas")
                .as_int(),
            5);
}

}  // namespace
}  // namespace sluice::apiserver
