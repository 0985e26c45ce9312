// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/text.h"
#include "controllers/certificates/approving_controller.h"
#include "controllers/certificates/request_cleaner.h"
#include "controllers/certificates/signing_controller.h"
#include "json/text.h"
#include "world.h"

namespace sluice {
namespace {

using std::chrono::hours;

constexpr std::string_view kOnly[] = {"csrapproving", "csrsigning", "csrcleaner"};

class CertificatesTest : public RoughWorld {
 protected:
  CertificatesTest() : RoughWorld(kOnly) {}

  void request(const std::string& signer, const std::string& usages,
               const std::string& name = "c") {
    const std::string pem =
        "-----BEGIN CERTIFICATE REQUEST-----\nMAA=\n-----END CERTIFICATE REQUEST-----\n";
    create(kind_, R"({"metadata":{"name":")" + name + R"("},"spec":{"signerName":")" + signer +
                      R"(","request":")" + base64_encode(pem) + R"(","usages":[)" + usages +
                      R"(]}})");
  }
  void decide(const std::string& type) {
    client::Object decided = get(kind_, c_);
    decided["status"]["conditions"] = json::Array{json::Object{
        {"type", type}, {"status", "True"}, {"reason", "Test"}, {"message", "decided"}}};
    const auto written = registry_.update(kind_, {c_, decided, "approval", {}});
    ASSERT_TRUE(written.has_value()) << written.error().message;
  }

  const api::Kind& kind_ = api::kinds::certificate_signing_request();
  const api::Key c_{"", "c"};
};

INSTANTIATE_TEST_SUITE_P(, CertificatesTest, in_every_weather(), weather_name);

TEST_P(CertificatesTest, WhatIsApprovedIsSigned) {
  request("kubernetes.io/kube-apiserver-client", R"("client auth")");
  decide("Approved");
  const auto signed_one = await(kind_, c_, [](const client::Object& object) {
    return object.find("status", "certificate") != nullptr;
  });
  EXPECT_EQ(base64_decode(signed_one.at("status", "certificate").as_string()), kWorldCertificate);
}

TEST_P(CertificatesTest, KubeletsWhoMayAreApproved) {
  request("kubernetes.io/kube-apiserver-client-kubelet", R"("client auth","digital signature")",
          "trusted");
  const auto request = await(kind_, {"", "trusted"}, [](const client::Object& object) {
    return object.find("status", "certificate") != nullptr;
  });
  const json::Value& why = *api::condition(request, "Approved");
  EXPECT_EQ(why.at("reason").as_string(), "AutoApproved");
  EXPECT_EQ(why.at("message").as_string(),
            "Auto approving kubelet client certificate after SubjectAccessReview.");
}

TEST_P(CertificatesTest, OthersWaitForADecision) {
  request("kubernetes.io/kube-apiserver-client-kubelet", R"("client auth","digital signature")");
  let_time_fly(std::chrono::minutes(30));
  await_gone(kind_, c_);  // after a day, undecided
}

TEST_P(CertificatesTest, WhatDoesNotFitItsSignerFails) {
  request("kubernetes.io/kubelet-serving", R"("server auth")");
  decide("Approved");
  const auto failed = await(
      kind_, c_, [](const client::Object& object) { return api::has_condition(object, "Failed"); });
  const json::Value& why = *api::condition(failed, "Failed");
  EXPECT_EQ(why.at("reason").as_string(), "SignerValidationFailure");
  EXPECT_EQ(why.at("message").as_string(), "DNS or IP subjectAltName is required");
}

TEST_P(CertificatesTest, OldRequestsGo) {
  request("example.com/mine", R"("client auth")");
  decide("Denied");
  const WallTime before = clock_.now();
  let_time_fly(std::chrono::minutes(2));
  await_gone(kind_, c_);
  EXPECT_GE(clock_.now() - before, hours(1));
}

TEST_P(CertificatesTest, PendingRequestsHaveADay) {
  request("kubernetes.io/kube-apiserver-client", R"("client auth")");
  const WallTime before = clock_.now();
  let_time_fly(std::chrono::minutes(30));
  await_gone(kind_, c_);
  EXPECT_GE(clock_.now() - before, hours(24));
}

}  // namespace
}  // namespace sluice
