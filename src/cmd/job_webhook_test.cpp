// SPDX-License-Identifier: Apache-2.0
// What the API server is told. Whether it then asks: tests/e2e/test_slurmjob.py.
#include "cmd/job_webhook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/catalog.h"
#include "base/text.h"
#include "http/client.h"
#include "http/sockets.h"
#include "json/text.h"
#include "registry/local_client.h"
#include "registry/registry.h"
#include "store/store.h"

namespace sluice::cmd {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class JobWebhook : public testing::Test {
 protected:
  JobWebhook() { EXPECT_TRUE(registry_.bootstrap().has_value()); }

  json::Value told() {
    const api::Kind* kind =
        api::find_kind("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration");
    const auto object = client_.get(*kind, {"", "slurmjobs.slurmjob.dev"});
    return object ? (*object)->at("webhooks").as_array().at(0) : json::Value();
  }
  // On a port that was free a moment ago: on another one when somebody was faster.
  Result<std::unique_ptr<http::Server>> serve(JobWebhookOptions options) {
    Result<std::unique_ptr<http::Server>> server;
    for (int i = 0; i < 10 && (!server || *server == nullptr); ++i) {
      options.listen = here();
      server = serve_job_webhook(options, client_, clock_);
    }
    return server;
  }
  std::string refusal(const JobWebhookOptions& options) {
    const auto server = serve_job_webhook(options, client_, clock_);
    return server ? "" : server.error().message;
  }

  static std::string here() {
    const UniqueFd probe = http::listen_on("127.0.0.1", 0).value();
    return "127.0.0.1:" + std::to_string(http::local_port(probe.get()));
  }

  RealClock clock_;
  std::unique_ptr<store::Store> store_ =
      std::move(store::open_store(store::memory_backend())).value();
  registry::Registry registry_{*store_, clock_};
  registry::LocalClient client_{registry_, clock_, "test"};
};

TEST_F(JobWebhook, AServerIsKnownByItsServiceAndTheSameAuthorityAfterARestart) {
  const JobWebhookOptions options{.listen = "", .address = "", .service = "tools/jobs:8443"};
  auto first = serve(options);
  ASSERT_TRUE(first.has_value()) << first.error().message;
  const json::Value before = told();
  EXPECT_EQ(before.at("clientConfig", "service", "name").as_string(), "jobs");
  EXPECT_EQ(before.at("clientConfig", "service", "namespace").as_string(), "tools");
  EXPECT_EQ(before.at("clientConfig", "service", "port").as_int(), 8443);
  EXPECT_EQ(before.at("failurePolicy").as_string(), "Ignore");
  first->reset();
  auto second = serve(options);
  ASSERT_TRUE(second.has_value()) << second.error().message;
  EXPECT_EQ(told().at("clientConfig", "caBundle"), before.at("clientConfig", "caBundle"));
}

TEST_F(JobWebhook, AnswersReviewsUnderTheNameOnItsCertificate) {
  auto server = serve({.listen = "", .address = "webhook.example.org:9443", .service = ""});
  ASSERT_TRUE(server.has_value()) << server.error().message;
  const json::Value config = told().at("clientConfig");
  EXPECT_EQ(config.at("url").as_string(), "https://webhook.example.org:9443/validate-slurmjob");
  const auto client =
      http::make_client({.host = "127.0.0.1",
                         .port = (*server)->port(),
                         .server_name = "webhook.example.org",
                         .ca_pem = *base64_decode(config.at("caBundle").as_string())})
          .value();
  const auto ask = [&](const std::string& path, const std::string& body) {
    return client->send({.method = "POST", .target = path, .body = body}, std::chrono::seconds(30))
        .value();
  };
  const auto answer = ask("/validate-slurmjob", R"({"apiVersion":"admission.k8s.io/v1","request":{
      "uid":"u","namespace":"default",
      "object":{"spec":{"connection":{"host":"h","port":22,"secretName":"away"}}}}})");
  EXPECT_EQ(answer.status, 200);
  EXPECT_THAT(answer.body, HasSubstr("spec.connection.secretName: Not found"));
  const auto circle = ask("/validate-slurmjob", R"({"apiVersion":"admission.k8s.io/v1","request":{
      "uid":"u","namespace":"default","resource":{"group":"sluice.dev","resource":"nodeservices"},
      "object":{"kind":"NodeServices","metadata":{"name":"x"},"spec":{"services":[
        {"name":"a","command":["/a"],"needsReady":["b"]},
        {"name":"b","command":["/b"],"needsReady":["a"]}]}}}})");
  EXPECT_THAT(circle.body, AllOf(HasSubstr("a needs b needs a"), HasSubstr(R"("allowed":false)")));
  EXPECT_EQ(ask("/validate-slurmjob", "no review").status, 400);
  EXPECT_EQ(ask("/", "{}").status, 404);
}

TEST_F(JobWebhook, OptionsThatCannotBeAreRefusedByName) {
  EXPECT_EQ(*serve_job_webhook({}, client_, clock_), nullptr);
  EXPECT_THAT(refusal({.listen = "0.0.0.0:9443", .address = "", .service = ""}),
              HasSubstr("webhook-address: expected how the API server reaches"));
  EXPECT_THAT(refusal({.listen = here(), .address = "", .service = "jobs"}),
              HasSubstr("webhook-service: expected NAMESPACE/NAME"));
  EXPECT_THAT(refusal({.listen = "127.0.0.1:port", .address = "", .service = ""}),
              HasSubstr("webhook-listen"));
  EXPECT_TRUE(told().is_null());
}

}  // namespace
}  // namespace sluice::cmd
