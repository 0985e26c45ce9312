// SPDX-License-Identifier: Apache-2.0
#include "http/certificate_request.h"

#include <gtest/gtest.h>

namespace sluice::http {
namespace {

// openssl req -new -subj "/O=system:masters/O=g/CN=eve"
constexpr const char* kRequest = R"(-----BEGIN CERTIFICATE REQUEST-----
MIHtMIGVAgEAMDMxFzAVBgNVBAoMDnN5c3RlbTptYXN0ZXJzMQowCAYDVQQKDAFn
MQwwCgYDVQQDDANldmUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATpbXuPZW6Q
QLR5BOH2hf1k3/TbUX7YV+hkgtqBAFom9AT0UktK7zpaHi6XXQwO/NLbKGq51dZg
ndtn3vVZ+R5MoAAwCgYIKoZIzj0EAwIDRwAwRAIgOJER/cCftS0rOrhMj0GGdLtQ
4PdozrmoQKSRsiF8X1MCIClrR87wMqTIWheTlMAFYwT/DbG1wTzOH7HZeO49vhwR
-----END CERTIFICATE REQUEST-----
)";

TEST(CertificateRequest, SaysWhoWantsACertificate) {
  const auto subject = parse_certificate_request(kRequest);
  ASSERT_TRUE(subject) << subject.error().message;
  EXPECT_EQ(subject->names, std::vector<std::string>{"eve"});
  EXPECT_EQ(subject->organizations, (std::vector<std::string>{"system:masters", "g"}));
}

TEST(CertificateRequest, IsRefusedWhenBrokenOrNotSigned) {
  EXPECT_EQ(parse_certificate_request("").error().code, Code::kInvalid);
  EXPECT_EQ(parse_certificate_request("no request").error().code, Code::kInvalid);
  std::string forged = kRequest;
  forged.replace(forged.find("DANldmUw"), 8, "DANldmEw");  // another name
  EXPECT_EQ(parse_certificate_request(forged).error().code, Code::kInvalid);
}

}  // namespace
}  // namespace sluice::http
