// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/admission/rules.h"
#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

TEST(CertificateRequester, IsWhoeverAsks) {
  const TestCluster cluster;
  json::Value object = json_of(R"({"metadata":{"name":"c"},"spec":{"username":"somebody-else",
      "uid":"7","groups":["system:masters"],"extra":{"k":["v"]},"signerName":"a.b/c"}})");
  const Requester ann{.user = json_of(R"({"username":"ann","groups":["system:authenticated"]})")};
  Attributes request{.kind = *api::find_kind("certificates.k8s.io/v1", "CertificateSigningRequest"),
                     .key = {"", "c"},
                     .object = &object,
                     .user = user_info(ann)};
  ASSERT_TRUE(certificate_requester(*cluster.store, request).has_value());
  EXPECT_EQ(object.at("spec"), json_of(R"({"username":"ann","groups":["system:authenticated"],
                                           "signerName":"a.b/c"})"));
}

}  // namespace
}  // namespace sluice::registry
