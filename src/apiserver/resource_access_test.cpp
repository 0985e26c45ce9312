// SPDX-License-Identifier: Apache-2.0
//
// Tokens and reviews pass admission like all that is created.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "apiserver/admission/test_webhooks.h"
#include "apiserver/server.h"

namespace sluice::apiserver {
namespace {

using registry::json_of;

class PostedQuestions : public testing::Test {
 protected:
  PostedQuestions() {
    hooks_.cluster.create(api::kinds::service_account(), R"({"metadata":{"name":"robot"}})");
  }

  struct Reply {
    int status = 0;
    json::Value body;

    const std::string& message() const { return body.at("message").as_string(); }
  };
  Reply post(const std::string& target, const std::string& body) {
    http::Request request{.method = "POST",
                          .target = http::parse_target(target).value(),
                          .body = body,
                          .peer = {.name = "ann", .groups = {"system:masters"}, .address = ""}};
    request.headers.add("Content-Type", "application/json");
    const http::Response response = handler_(request);
    return {response.status, json::parse(response.body).value_or(json::Value())};
  }
  void add(const std::string& kind, const std::string& name, WebhookCluster::Hook hook) {
    hooks_.add(kind, name, std::move(hook),
               R"({"rules":[{"operations":["CREATE"],"apiGroups":["*"],"apiVersions":["*"],
                   "resources":["serviceaccounts/token","subjectaccessreviews",
                     "localsubjectaccessreviews","selfsubjectreviews","tokenreviews",
                     "selfsubjectaccessreviews","selfsubjectrulesreviews"]}]})");
  }

  WebhookCluster hooks_;
  http::Handler handler_ =
      make_handler({.registry = hooks_.cluster.registry, .clock = hooks_.cluster.clock});
};

constexpr const char* kToken = "/api/v1/namespaces/default/serviceaccounts/robot/token";
constexpr const char* kAuthentication = "/apis/authentication.k8s.io/v1/";
constexpr const char* kAuthorization = "/apis/authorization.k8s.io/v1/";

WebhookCluster::Hook patching(const std::string& patch) {
  return [patch](const json::Value&) -> Result<json::Value> {
    return json::Value(json::Object{
        {"allowed", true}, {"patchType", "JSONPatch"}, {"patch", base64_encode(patch)}});
  };
}

Result<json::Value> refuse(const json::Value&) {
  return json_of(R"({"allowed":false,"status":{"message":"not here"}})");
}

TEST_F(PostedQuestions, ATokenRequestMayBeChanged) {
  add("Mutating", "shorter",
      patching(R"([{"op":"replace","path":"/spec/expirationSeconds","value":700}])"));
  const Reply issued = post(kToken, R"({"spec":{"audiences":["a"]}})");
  ASSERT_EQ(issued.status, 201) << issued.message();
  EXPECT_EQ(issued.body.at("spec", "expirationSeconds").as_int(), 700);
  EXPECT_FALSE(issued.body.at("status", "token").as_string().empty());
  const std::vector<json::Value> asked = hooks_.asked();
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].at("kind", "kind").as_string(), "TokenRequest");
  EXPECT_EQ(asked[0].at("resource", "resource").as_string(), "serviceaccounts");
  EXPECT_EQ(asked[0].at("subResource").as_string(), "token");
  EXPECT_EQ(asked[0].at("name").as_string(), "robot");
  EXPECT_EQ(asked[0].at("userInfo", "username").as_string(), "ann");
  EXPECT_EQ(asked[0].at("object", "spec", "expirationSeconds").as_int(), 3600) << "the default";
}

TEST_F(PostedQuestions, ATokenRequestMayBeRefusedAndIsWholeThen) {
  add("Validating", "no", refuse);
  const Reply refused = post(kToken, R"({"status":{"token":"mine"}})");
  EXPECT_EQ(refused.status, 400) << "the webhook named no code";
  EXPECT_NE(refused.message().find("not here"), std::string::npos);
  const std::vector<json::Value> asked = hooks_.asked();
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].at("object", "metadata", "name").as_string(), "robot");
  EXPECT_EQ(asked[0].at("object", "spec", "audiences").as_array().size(), 1U);
  EXPECT_TRUE(asked[0].at("object", "status", "token").as_string().empty());
  EXPECT_EQ(post(kToken, R"({"spec":{"expirationSeconds":1}})").status, 422);
  EXPECT_TRUE(hooks_.asked().empty()) << "what is not valid is not asked about";
}

TEST_F(PostedQuestions, TokensAreNotIssuedIntoANamespaceThatGoes) {
  hooks_.cluster.create(api::kinds::namespace_(), R"({"metadata":{"name":"n"}})");
  hooks_.cluster.create_account("n");
  ASSERT_TRUE(hooks_.cluster.registry.remove(api::kinds::namespace_(), {.key = {"", "n"}}));
  const Reply refused = post("/api/v1/namespaces/n/serviceaccounts/default/token", "{}");
  EXPECT_EQ(refused.status, 403) << refused.message();
}

TEST_F(PostedQuestions, AReviewMayBeChanged) {
  add("Mutating", "other",
      patching(R"([{"op":"replace","path":"/spec/user","value":"nobody"}])"));
  const Reply answered =
      post(std::string(kAuthorization) + "subjectaccessreviews",
           R"({"spec":{"user":"ann","groups":["system:masters"],
               "resourceAttributes":{"verb":"list","resource":"pods"}}})");
  ASSERT_EQ(answered.status, 201) << answered.message();
  EXPECT_EQ(answered.body.at("spec", "user").as_string(), "nobody");
}

TEST_F(PostedQuestions, EveryReviewMayBeRefused) {
  add("Validating", "no", refuse);
  const std::string access = R"("resourceAttributes":{"verb":"list","resource":"pods",
                                 "namespace":"default"})";
  const std::map<std::string, std::string> questions = {
      {std::string(kAuthentication) + "selfsubjectreviews", "{}"},
      {std::string(kAuthentication) + "tokenreviews", R"({"spec":{"token":"t"}})"},
      {std::string(kAuthorization) + "subjectaccessreviews",
       R"({"spec":{"user":"ann",)" + access + "}}"},
      {std::string(kAuthorization) + "selfsubjectaccessreviews", R"({"spec":{)" + access + "}}"},
      {std::string(kAuthorization) + "selfsubjectrulesreviews",
       R"({"spec":{"namespace":"default"}})"},
      {std::string(kAuthorization) + "namespaces/default/localsubjectaccessreviews",
       R"({"spec":{"user":"ann",)" + access + "}}"}};
  for (const auto& [target, body] : questions) {
    const Reply refused = post(target, body);
    EXPECT_EQ(refused.status, 400) << target << " " << refused.message();
    EXPECT_NE(refused.message().find("not here"), std::string::npos) << target;
  }
  EXPECT_EQ(hooks_.asked().size(), questions.size());
}

TEST_F(PostedQuestions, AReviewDoesNotTellWhichNamespacesThereAre) {
  const Reply answered =
      post(std::string(kAuthorization) + "namespaces/nowhere/localsubjectaccessreviews",
           R"({"spec":{"user":"ann","resourceAttributes":{"verb":"list","resource":"pods",
               "namespace":"nowhere"}}})");
  EXPECT_EQ(answered.status, 201) << answered.message();
}

}  // namespace
}  // namespace sluice::apiserver
