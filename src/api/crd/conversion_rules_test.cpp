// SPDX-License-Identifier: Apache-2.0
#include "api/crd/conversion_rules.h"

#include <gtest/gtest.h>

#include "api/crd/test_definition.h"

namespace sluice::api {
namespace {

std::string fault(std::string_view conversion) {
  const json::Value spec = json::Object{{"conversion", parsed(conversion)}};
  Faults faults;
  const FieldPath root;
  check_conversion(spec, root.child("spec"), faults);
  const auto result = std::move(faults).result();
  return result ? "" : result.error().message;
}

TEST(ConversionRules, AcceptNoneAndWebhooks) {
  EXPECT_EQ(fault(R"({"strategy":"None"})"), "");
  EXPECT_EQ(fault(R"({"strategy":"Webhook","webhook":{"conversionReviewVersions":["v1"],
                      "clientConfig":{"url":"https://example.com/convert"}}})"),
            "");
}

TEST(ConversionRules, RefuseWhatCannotBeCalled) {
  EXPECT_EQ(fault(R"({"strategy":"Other"})"),
            R"(spec.conversion.strategy: Unsupported value: "Other": supported values: "None", )"
            R"("Webhook")");
  EXPECT_NE(fault(R"({"strategy":"Webhook"})").find("required when strategy is set to Webhook"),
            std::string::npos);
  EXPECT_NE(fault(R"({"strategy":"Webhook","webhook":{"conversionReviewVersions":["v3"],
                      "clientConfig":{"url":"http://example.com"}}})")
                .find("'https' is the only allowed URL scheme"),
            std::string::npos);
  EXPECT_NE(fault(R"({"strategy":"None","webhook":{"conversionReviewVersions":["v1"]}})")
                .find("should not be set when strategy is not set to Webhook"),
            std::string::npos);
}

}  // namespace
}  // namespace sluice::api
