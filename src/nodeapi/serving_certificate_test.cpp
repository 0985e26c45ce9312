// SPDX-License-Identifier: Apache-2.0
#include "nodeapi/serving_certificate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "base/text.h"
#include "http/certificate_request.h"
#include "http/certificate_signing.h"
#include "nodeapi/test_cluster_client.h"

namespace sluice::nodeapi {
namespace {

class ServingCertificateTest : public testing::Test {
 protected:
  ServingCertificateTest() { make(); }

  void make() {
    serving_ = std::make_unique<ServingCertificate>(ServingOptions{.node_name = "n1",
                                                                   .dns_names = {"host"},
                                                                   .ip_addresses = {"10.0.0.1"},
                                                                   .directory = scratch_.path()},
                                                    client_, clock_,
                                                    [this](const http::Credential& credential) {
                                                      installed_.push_back(credential);
                                                      return Result<void>();
                                                    });
  }
  client::Object& request() { return client_.requests.begin()->second; }
  void approve() {
    const std::string pem = base64_decode(request().at("spec", "request").as_string()).value();
    const auto signed_pem =
        http::sign_request(authority_.credential(), {.request_pem = pem,
                                                     .usages = {"digital signature", "server auth"},
                                                     .now = clock_.now(),
                                                     .length = std::chrono::hours(100)});
    ASSERT_TRUE(signed_pem.has_value()) << signed_pem.error().message;
    request()["status"]["certificate"] = base64_encode(*signed_pem);
  }

  FakeClock clock_;
  TestClusterClient client_;
  TemporaryDirectory scratch_{"serving"};
  http::CertificateAuthority authority_ =
      std::move(http::CertificateAuthority::create("ca", {.from = FakeClock().now()})).value();
  std::vector<http::Credential> installed_;
  std::unique_ptr<ServingCertificate> serving_;
};

TEST_F(ServingCertificateTest, IsAskedForAsTheNode) {
  ASSERT_TRUE(serving_->first().has_value());
  ASSERT_TRUE(serving_->look().has_value());
  ASSERT_EQ(client_.requests.size(), 1U);
  EXPECT_EQ(request().at("spec", "signerName").as_string(), "kubernetes.io/kubelet-serving");
  const auto subject = http::parse_certificate_request(
      base64_decode(request().at("spec", "request").as_string()).value());
  ASSERT_TRUE(subject.has_value()) << subject.error().message;
  EXPECT_THAT(subject->names, testing::ElementsAre("system:node:n1"));
  EXPECT_THAT(subject->organizations, testing::ElementsAre("system:nodes"));
  EXPECT_THAT(subject->dns_names, testing::ElementsAre("host"));
  EXPECT_EQ(subject->ip_addresses, 1U);
  ASSERT_TRUE(serving_->look().has_value());
  EXPECT_EQ(client_.requests.size(), 1U);  // it waits for the answer
}

TEST_F(ServingCertificateTest, IsInstalledKeptAndRenewedInTime) {
  ASSERT_TRUE(serving_->look().has_value());
  approve();
  ASSERT_TRUE(serving_->look().has_value());
  ASSERT_EQ(installed_.size(), 1U);
  make();  // the next start
  EXPECT_EQ(serving_->first()->certificate_pem, installed_[0].certificate_pem);
  client_.requests.clear();
  ASSERT_TRUE(serving_->look().has_value());
  EXPECT_TRUE(client_.requests.empty());
  clock_.advance(std::chrono::hours(81));
  ASSERT_TRUE(serving_->look().has_value());
  EXPECT_EQ(client_.requests.size(), 1U);
  approve();
  ASSERT_TRUE(serving_->look().has_value());
  ASSERT_EQ(installed_.size(), 2U);
  EXPECT_NE(installed_[1].key_pem, installed_[0].key_pem);
}

TEST_F(ServingCertificateTest, IsAskedForAgainWhenTheRequestIsSweptAwayOrRefused) {
  ASSERT_TRUE(serving_->look().has_value());
  client_.requests.clear();
  ASSERT_TRUE(serving_->look().has_value());
  ASSERT_TRUE(serving_->look().has_value());
  ASSERT_EQ(client_.requests.size(), 1U);
  request()["status"]["conditions"] =
      json::Array{json::Object{{"type", "Denied"}, {"status", "True"}}};
  ASSERT_TRUE(serving_->look().has_value());
  client_.requests.clear();
  ASSERT_TRUE(serving_->look().has_value());
  EXPECT_TRUE(client_.requests.empty());
  clock_.advance(std::chrono::minutes(11));
  ASSERT_TRUE(serving_->look().has_value());
  EXPECT_EQ(client_.requests.size(), 1U);
}

}  // namespace
}  // namespace sluice::nodeapi
