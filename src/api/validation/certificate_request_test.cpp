// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

TEST(CertificateRequestRules, OfTheRequestItself) {
  EXPECT_EQ(faults("certificates.k8s.io/v1", "CertificateSigningRequest",
                   R"({"metadata":{"name":"X y"},"spec":{"request":"Zm9v","signerName":"foo",)"
                   R"("usages":["any","any"],"expirationSeconds":10}})"),
            "[spec.request: Invalid value: \"Zm9v\": PEM block type must be CERTIFICATE REQUEST, "
            "spec.usages[1]: Duplicate value: \"any\", spec.signerName: Invalid value: \"foo\": "
            "must be a fully qualified domain and path of the form 'example.com/signer-name', "
            "spec.expirationSeconds: Invalid value: 10: may not specify a duration less than 600 "
            "seconds (10 minutes)]");
}

TEST(CertificateRequestRules, OfItsConditions) {
  EXPECT_EQ(faults("certificates.k8s.io/v1", "CertificateSigningRequest",
                   R"({"spec":{"request":"LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K",)"
                   R"("signerName":"a.b/c","usages":["any"]},"status":{"conditions":[)"
                   R"({"type":"Approved","status":"False"},{"type":"Denied","status":"True"},)"
                   R"({"type":"X"},{"type":"X","status":"True"}]}})"),
            "[status.conditions[0].status: Unsupported value: \"False\": supported values: "
            "\"True\", status.conditions: Invalid value: \"Denied\": Approved and Denied "
            "conditions are mutually exclusive, status.conditions[2].status: Required value, "
            "status.conditions[3].type: Duplicate value: \"X\"]");
}

}  // namespace
}  // namespace sluice::api
