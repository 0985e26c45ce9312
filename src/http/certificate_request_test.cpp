// SPDX-License-Identifier: Apache-2.0
#include "http/certificate_request.h"

#include <gtest/gtest.h>

#include "http/test_requests.h"

namespace sluice::http {
namespace {

TEST(CertificateRequest, SaysWhoWantsACertificate) {
  const auto subject = parse_certificate_request(kMastersRequest);
  ASSERT_TRUE(subject) << subject.error().message;
  EXPECT_EQ(subject->names, std::vector<std::string>{"eve"});
  EXPECT_EQ(subject->organizations, (std::vector<std::string>{"system:masters", "g"}));
}

TEST(CertificateRequest, SaysForWhichPlaces) {
  const auto subject = parse_certificate_request(kOddRequest);
  ASSERT_TRUE(subject) << subject.error().message;
  EXPECT_EQ(subject->dns_names, std::vector<std::string>{"n1"});
  EXPECT_EQ(subject->emails, std::vector<std::string>{"a@example.com"});
  EXPECT_EQ(subject->uris, std::vector<std::string>{"spiffe://x/y"});
  EXPECT_EQ(subject->ip_addresses, 1U);
}

TEST(CertificateRequest, IsRefusedWhenBrokenOrNotSigned) {
  EXPECT_EQ(parse_certificate_request("").error().code, Code::kInvalid);
  EXPECT_EQ(parse_certificate_request("no request").error().code, Code::kInvalid);
  std::string forged = kMastersRequest;
  forged.replace(forged.find("DANldmUw"), 8, "DANldmEw");  // another name
  EXPECT_EQ(parse_certificate_request(forged).error().code, Code::kInvalid);
}

}  // namespace
}  // namespace sluice::http
