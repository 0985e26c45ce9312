// SPDX-License-Identifier: Apache-2.0
#include "auth/reviews.h"

#include <gtest/gtest.h>

#include "auth/test_policy.h"
#include "auth/token_request.h"
#include "json/text.h"

namespace sluice::auth {
namespace {

constexpr const char* kListPods = R"([{"verbs":["list"],"apiGroups":[""],"resources":["pods"]}])";

class ReviewsTest : public testing::Test {
 protected:
  Result<json::Value> ask(const char* version, const char* kind, std::string_view text,
                          const std::string& ns = "") {
    json::Value object = registry::json_of(text);
    object["kind"] = kind;
    return reviews.answer(*api::find_kind(version, kind),
                          {.asker = alice, .ns = ns, .object = std::move(object)});
  }
  std::string access(const char* kind, std::string_view text, const std::string& ns = "") {
    const auto answered = ask("authorization.k8s.io/v1", kind, text, ns);
    return answered ? json::write(answered->at("status")) : answered.error().message;
  }
  json::Value token_status(const std::string& token, const std::string& audience = "") {
    const std::string audiences = audience.empty() ? "" : R"(,"audiences":[")" + audience + "\"]";
    return ask("authentication.k8s.io/v1", "TokenReview",
               R"({"spec":{"token":")" + token + "\"" + audiences + "}}")
        ->at("status");
  }

  TestPolicy policy;
  const ServiceAccountTokens tokens{policy.cluster.registry, policy.cluster.clock,
                                    http::SigningKey::create().value()};
  const Reviews reviews{{policy.rbac, tokens, policy.cluster.clock}};
  const User alice = certificate_user("alice", {"dev"});
};

TEST_F(ReviewsTest, SelfReviewSaysWhoAsks) {
  const auto answered = ask("authentication.k8s.io/v1", "SelfSubjectReview", "{}").value();
  EXPECT_EQ(json::write(answered.at("status")),
            R"({"userInfo":{"username":"alice","groups":["dev","system:authenticated"]}})");
}

TEST_F(ReviewsTest, SelfAccessReviewDecidesForTheAsker) {
  const char* question = R"({"spec":{"resourceAttributes":{"verb":"list","resource":"pods",)"
                         R"("namespace":"default"}}})";
  EXPECT_EQ(access("SelfSubjectAccessReview", question), R"({"allowed":false})");
  policy.let("alice", kListPods);
  EXPECT_EQ(access("SelfSubjectAccessReview", question),
            R"({"allowed":true,"reason":"RBAC: allowed by ClusterRoleBinding \"alice\" of )"
            R"(ClusterRole \"alice\" to User \"alice\""})");
}

TEST_F(ReviewsTest, AccessReviewDecidesForAnybody) {
  policy.let("bob", kListPods);
  EXPECT_NE(
      access("SubjectAccessReview", R"({"spec":{"user":"bob","resourceAttributes":{"verb":"list",)"
                                    R"("resource":"pods"}}})")
          .find(R"("allowed":true)"),
      std::string::npos);
  EXPECT_NE(
      access("SubjectAccessReview", R"({"spec":{"groups":["system:authenticated"],)"
                                    R"("nonResourceAttributes":{"verb":"get","path":"/api"}}})")
          .find(R"("allowed":true)"),
      std::string::npos);
}

TEST_F(ReviewsTest, AccessReviewNeedsASubjectAndOneSortOfAttributes) {
  EXPECT_EQ(access("SubjectAccessReview", R"({"spec":{}})"),
            ".authorization.k8s.io \"\" is invalid: [spec.resourceAttributes: Invalid value: null: "
            "exactly one of nonResourceAttributes or resourceAttributes must be specified, "
            "spec.user: Invalid value: \"\": at least one of user or group must be specified]");
  EXPECT_EQ(access("SelfSubjectAccessReview",
                   R"({"metadata":{"name":"x"},"spec":{"nonResourceAttributes":{"path":"/"}}})"),
            ".authorization.k8s.io \"\" is invalid: metadata: Invalid "
            "value: {\"name\":\"x\"}: must be empty");
}

TEST_F(ReviewsTest, LocalAccessReviewStaysInItsNamespace) {
  policy.let("bob", kListPods);
  EXPECT_NE(access("LocalSubjectAccessReview",
                   R"({"metadata":{"namespace":"a"},"spec":{"user":"bob","resourceAttributes":)"
                   R"({"verb":"list","resource":"pods","namespace":"a"}}})",
                   "a")
                .find(R"("allowed":true)"),
            std::string::npos);
  EXPECT_NE(access("LocalSubjectAccessReview",
                   R"({"metadata":{"namespace":"a"},"spec":{"user":"bob","resourceAttributes":)"
                   R"({"verb":"list","resource":"pods","namespace":"b"}}})",
                   "a")
                .find("must match metadata.namespace"),
            std::string::npos);
}

TEST_F(ReviewsTest, RulesReviewListsWhatTheAskerMay) {
  policy.let("alice", kListPods);
  const auto answered = ask("authorization.k8s.io/v1", "SelfSubjectRulesReview",
                            R"({"spec":{"namespace":"default"}})")
                            .value();
  const json::Array& resources = answered.at("status", "resourceRules").as_array();
  EXPECT_EQ(json::write(resources.at(0)),
            R"({"verbs":["list"],"apiGroups":[""],"resources":["pods"]})");
  EXPECT_FALSE(answered.at("status", "nonResourceRules").as_array().empty());
  EXPECT_EQ(access("SelfSubjectRulesReview", R"({"spec":{}})"), "no namespace on request");
}

TEST_F(ReviewsTest, TokenReviewSaysWhoseTokenItIs) {
  policy.cluster.create(api::kinds::service_account(), R"({"metadata":{"name":"robot"}})");
  const TokenIssuer issuer{tokens, policy.cluster.registry, policy.cluster.clock};
  const auto issued =
      issuer.issue({"default", "robot"}, registry::json_of(R"({"spec":{"audiences":["vault"]}})"));
  const std::string token = issued->at("status", "token").as_string();
  const json::Value good = token_status(token, "vault");
  EXPECT_TRUE(good.at("authenticated").as_bool());
  EXPECT_EQ(good.at("user", "username").as_string(), "system:serviceaccount:default:robot");
  EXPECT_EQ(json::write(good.at("audiences")), R"(["vault"])");
  EXPECT_TRUE(token_status(token).at("error").as_string().starts_with(
      "[invalid bearer token, token audiences"));
  EXPECT_EQ(json::write(token_status("x")), R"({"user":{},"error":"invalid bearer token"})");
}

}  // namespace
}  // namespace sluice::auth
