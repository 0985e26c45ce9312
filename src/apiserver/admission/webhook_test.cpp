// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/webhook.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

using registry::json_of;

TEST(Webhook, ReadsItsConfiguration) {
  const auto hooks = Webhook::parse_all(json_of(R"({"kind":"MutatingWebhookConfiguration",
      "metadata":{"name":"c"},"webhooks":[{"name":"a","failurePolicy":"Ignore",
      "reinvocationPolicy":"IfNeeded","timeoutSeconds":3,
      "admissionReviewVersions":["v1beta1","v1"]},{"name":"b"}]})"));
  ASSERT_EQ(hooks.size(), 2U);
  EXPECT_TRUE(hooks[0]->mutating && hooks[0]->ignore_failures && hooks[0]->reinvoke);
  EXPECT_TRUE(hooks[0]->understands);
  EXPECT_EQ(hooks[0]->timeout, std::chrono::seconds(3));
  EXPECT_FALSE(hooks[1]->understands || hooks[1]->ignore_failures || hooks[1]->reinvoke);
}

class WebhookAnswers : public testing::Test {
 protected:
  // What becomes of an answer; "UID" in it stands for the request's.
  std::string failure(std::string_view answer) {
    webhook_.understands = true;
    webhook_.mutating = true;
    const auto post = [&](const json::Value&, const json::Value& review,
                          Duration) -> Result<json::Value> {
      json::Value value = json_of(answer);
      if (value.at("response", "uid").as_string() == "UID") {
        value["response"]["uid"] = review.at("request", "uid");
      }
      return value;
    };
    const WebhookAnswer got = ask({webhook_, json_of("{}"), {}}, post);
    return got.failure ? got.failure->message : "";
  }

  Webhook webhook_;
};

TEST_F(WebhookAnswers, ThatAreNoneAreFailures) {
  EXPECT_EQ(failure("{}"), "received invalid webhook response: webhook response was absent");
  EXPECT_TRUE(failure(R"({"response":{"uid":"x"}})")
                  .starts_with("received invalid webhook response: expected response.uid="));
  EXPECT_EQ(failure(R"({"apiVersion":"admission.k8s.io/v1beta1","kind":"AdmissionReview",
                        "response":{"uid":"UID"}})"),
            "received invalid webhook response: expected webhook response of admission.k8s.io/v1, "
            "Kind=AdmissionReview, got admission.k8s.io/v1beta1, Kind=AdmissionReview");
  const std::string start =
      R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":"UID",)";
  EXPECT_EQ(failure(start + R"("allowed":true,"patch":"W10="}})"),
            "received invalid webhook response: webhook returned response.patch but not "
            "response.patchType");
  EXPECT_EQ(failure(start + R"("allowed":true,"patch":"W10=","patchType":"Merge"}})"),
            "unsupported patch type \"Merge\"");
  EXPECT_EQ(failure(start + R"("allowed":true,"patch":"W10=","patchType":"JSONPatch"}})"), "");
}

}  // namespace
}  // namespace sluice::apiserver
