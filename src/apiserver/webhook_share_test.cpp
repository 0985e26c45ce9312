// SPDX-License-Identifier: Apache-2.0
#include "apiserver/webhook_share.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "apiserver/admission/dynamic_admission.h"
#include "apiserver/conversion_webhook.h"
#include "apiserver/server.h"
#include "base/waiting.h"
#include "http/test_pki.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

constexpr std::chrono::seconds kLong{20};
constexpr const char* kMaps = "/api/v1/namespaces/default/configmaps";
constexpr const char* kSecrets = "/api/v1/namespaces/default/secrets";
constexpr const char* kPods = "/api/v1/namespaces/default/pods";

// A server with two request handlers, and webhooks that are functions.
class WebhookShareTest : public testing::Test {
 protected:
  // `hook` answers for all webhooks, each of which is for one resource.
  void start(WebhookShare share, PostReview hook) {
    admission_ = std::make_unique<DynamicAdmission>(
        cluster_.registry,
        within(share,
               [hook = std::move(hook)](const json::Value& config, const json::Value& review,
                                        Duration timeout) -> Result<json::Value> {
                 TRY(hook(config, review, timeout));
                 return json::Value(json::Object{
                     {"apiVersion", "admission.k8s.io/v1"},
                     {"kind", "AdmissionReview"},
                     {"response", json::Object{{"uid", review.at("request", "uid")},
                                               {"allowed", true}}}});
               }));
    cluster_.registry.admit_with(*admission_);
    http::ServerOptions options = pki_.server_options();
    options.workers = 2;
    server_ = http::serve(options, make_handler({.registry = cluster_.registry,
                                                 .clock = cluster_.clock}))
                  .value();
    client_ = pki_.client(server_->port(), "admin", {"system:masters"});
  }

  void TearDown() override {
    over_ = true;
    askers_.clear();
    server_.reset();  // before what it works with
  }

  void add_webhook(const std::string& name, const std::string& resource) {
    json::Value webhook = registry::json_of(R"({"sideEffects":"None","failurePolicy":"Ignore",
        "admissionReviewVersions":["v1"],"timeoutSeconds":30,
        "rules":[{"operations":["CREATE"],"apiGroups":[""],"apiVersions":["v1"]}]})");
    webhook["name"] = name + ".example.com";
    webhook["clientConfig"]["url"] = "https://" + name + "/";
    webhook["rules"].array()[0]["resources"] = json::Array{resource};
    const json::Value configuration = json::Object{{"metadata", json::Object{{"name", name}}},
                                                   {"webhooks", json::Array{std::move(webhook)}}};
    cluster_.create(
        *api::find_kind("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration"),
        json::write(configuration));
  }

  http::ClientResponse create(const std::string& target, const std::string& name) {
    const auto response = client_->send({.method = "POST",
                                         .target = target,
                                         .content_type = "application/json",
                                         .body = R"({"metadata":{"name":")" + name + R"("}})"},
                                        2 * kLong);
    return response ? *response : http::ClientResponse{.body = response.error().message};
  }
  int list_pods() {
    const auto response = client_->send({.target = kPods}, kLong);
    return response ? response->status : 0;
  }

  // Creates so many at the same time, and counts those that came to be.
  void create_maps(int count) {
    for (int i = 0; i < count; ++i) {
      askers_.emplace_back([this, i] {
        created_ += create(kMaps, "m" + std::to_string(i)).status == 201 ? 1 : 0;
      });
    }
  }

  http::TestPki pki_;
  registry::TestCluster cluster_;
  std::unique_ptr<DynamicAdmission> admission_;
  std::unique_ptr<http::Server> server_;
  std::unique_ptr<http::Client> client_;
  std::atomic<bool> over_ = false;
  std::atomic<int> inside_ = 0;  // in webhooks
  std::atomic<int> created_ = 0;
  std::vector<std::jthread> askers_;
};

TEST_F(WebhookShareTest, WebhooksMayAskTheServerThatAsksThem) {
  constexpr int kAtOnce = 40;
  std::atomic<int> listed = 0;
  start({}, [&](const json::Value&, const json::Value& review, Duration) -> Result<json::Value> {
    if (review.at("request", "resource", "resource").as_string() == "configmaps") {
      ++inside_;
      EXPECT_TRUE(wait_until(kLong, [&] { return inside_ == kAtOnce; }));
      listed += list_pods() == 200 ? 1 : 0;
      // Two webhooks are for that, at the same time.
      EXPECT_EQ(create(kSecrets, review.at("request", "name").as_string()).status, 201);
    }
    return json::Value();
  });
  add_webhook("outer", "configmaps");
  add_webhook("inner", "secrets");
  add_webhook("other", "secrets");
  create_maps(kAtOnce);
  askers_.clear();
  EXPECT_EQ(listed, kAtOnce);
  EXPECT_EQ(created_, kAtOnce);
}

TEST_F(WebhookShareTest, ADeadWebhookKeepsNobodyElseWaiting) {
  start({}, [this](const json::Value&, const json::Value&, Duration) -> Result<json::Value> {
    ++inside_;
    wait_until(kLong, [this] { return over_.load(); });
    return fail(Code::kTimeout, "dead");
  });
  add_webhook("dead", "configmaps");
  create_maps(40);
  ASSERT_TRUE(wait_until(kLong, [this] { return inside_ == 40; }));
  EXPECT_EQ(list_pods(), 200);
  EXPECT_EQ(create(kSecrets, "s").status, 201);
  over_ = true;
  askers_.clear();
  EXPECT_EQ(created_, 40) << "its failures are ignored";
}

TEST_F(WebhookShareTest, BeyondTheShareRequestsComeAgain) {
  start({.calls = 3, .calls_of_each = 2},
        [this](const json::Value& config, const json::Value&, Duration) -> Result<json::Value> {
          if (config.at("url").as_string() == "https://dead/") {
            ++inside_;
            wait_until(kLong, [this] { return over_.load(); });
          }
          return json::Value();
        });
  add_webhook("dead", "configmaps");
  add_webhook("well", "secrets");
  create_maps(2);
  ASSERT_TRUE(wait_until(kLong, [this] { return inside_ == 2; }));
  const http::ClientResponse refused = create(kMaps, "late");
  EXPECT_EQ(refused.status, 429) << "it was not asked, so its failurePolicy says nothing";
  EXPECT_EQ(refused.headers.get("Retry-After"), "1");
  EXPECT_FALSE(cluster_.exists(api::kinds::config_map(), "late"));
  EXPECT_EQ(create(kSecrets, "s").status, 201) << "others have their own part";
  over_ = true;
  askers_.clear();
  EXPECT_EQ(create(kMaps, "late").status, 201);
}

TEST(WebhookShare, ConversionsBeyondItComeAgainToo) {
  const auto convert = convert_by_webhook(
      within({.calls = 0}, [](const json::Value&, const json::Value&, Duration)
                 -> Result<json::Value> { return json::Value(); }));
  const auto converted = convert(json::Object(), "example.com/v2", {});
  ASSERT_FALSE(converted);
  EXPECT_EQ(converted.error().code, Code::kTooManyRequests);
}

}  // namespace
}  // namespace sluice::apiserver
