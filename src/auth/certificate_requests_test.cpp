// SPDX-License-Identifier: Apache-2.0
#include "auth/certificate_requests.h"

#include <gtest/gtest.h>

#include "auth/test_policy.h"
#include "base/text.h"
#include "http/test_requests.h"

namespace sluice::auth {
namespace {

json::Value request(const std::string& signer, const std::string& pem = http::kDevsRequest) {
  json::Value object = registry::json_of(R"({"metadata":{"name":"c"}})");
  object["spec"]["signerName"] = signer;
  object["spec"]["request"] = base64_encode(pem);
  return object;
}

class CertificateRequests : public testing::Test {
 protected:
  std::string refusal(std::string_view subresource, const json::Value& object,
                      const json::Value* current) {
    const auto checked = check_certificate_write(policy_.rbac, ann_, subresource, object, current);
    return checked ? "" : checked.error().message;
  }

  TestPolicy policy_;
  const User ann_{.name = "ann", .groups = {}};
};

constexpr const char* kRefused =
    "certificatesigningrequests.certificates.k8s.io \"c\" is forbidden: ";

TEST_F(CertificateRequests, AreDecidedOnByThoseWhoMayApproveForTheSigner) {
  const json::Value current = request("example.com/one");
  EXPECT_EQ(refusal("approval", current, &current),
            std::string(kRefused) +
                "user not permitted to approve requests with signerName \"example.com/one\"");
  policy_.let("ann", R"([{"apiGroups":["certificates.k8s.io"],"resources":["signers"],
                          "resourceNames":["example.com/one"],"verbs":["approve"]}])");
  EXPECT_EQ(refusal("approval", current, &current), "");
  const json::Value other = request("example.com/two");
  EXPECT_NE(refusal("approval", other, &other), "");
}

TEST_F(CertificateRequests, AreSignedByThoseWhoMaySignForTheDomain) {
  const json::Value current = request("example.com/one");
  json::Value signed_one = current;
  signed_one["status"]["certificate"] = "LS0t";
  EXPECT_EQ(refusal("status", signed_one, &current),
            std::string(kRefused) +
                "user not permitted to sign requests with signerName \"example.com/one\"");
  EXPECT_EQ(refusal("status", current, &current), "");
  policy_.let("ann", R"([{"apiGroups":["certificates.k8s.io"],"resources":["signers"],
                          "resourceNames":["example.com/*"],"verbs":["sign"]}])");
  EXPECT_EQ(refusal("status", signed_one, &current), "");
}

TEST_F(CertificateRequests, DoNotMakeMasters) {
  const std::string signer = "kubernetes.io/kube-apiserver-client";
  EXPECT_EQ(refusal("", request(signer, http::kMastersRequest), nullptr),
            std::string(kRefused) + "use of " + signer +
                " signer with system:masters group is not allowed");
  EXPECT_EQ(refusal("", request(signer), nullptr), "");
  EXPECT_EQ(refusal("", request("example.com/one", http::kMastersRequest), nullptr), "");
  EXPECT_TRUE(refusal("", request(signer, "nonsense"), nullptr)
                  .starts_with(std::string(kRefused) + "failed to parse CSR: "));
}

}  // namespace
}  // namespace sluice::auth
