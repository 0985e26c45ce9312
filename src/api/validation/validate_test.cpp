// SPDX-License-Identifier: Apache-2.0
#include "api/validate.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

json::Value parse(const char* text) {
  return json::parse(text).value();
}

TEST(Validate, GathersTheFaultsOfMetadataAndKind) {
  const auto result = validate_create(kinds::service(), parse(R"({"metadata":{"name":"1a",
    "namespace":"n"},"spec":{"type":"ClusterIP","sessionAffinity":"None"}})"));
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, Code::kInvalid);
  ASSERT_EQ(result.error().causes.size(), 2U);
  EXPECT_EQ(result.error().causes[0].field, "metadata.name");
  EXPECT_EQ(result.error().causes[1],
            (ErrorCause{"FieldValueRequired", "Required value", "spec.ports"}));
}

TEST(Validate, KindsWithoutRulesOfTheirOwnStillHaveMetadata) {
  const json::Value good = parse(R"({"metadata":{"name":"a","namespace":"n"}})");
  EXPECT_TRUE(validate_create(kinds::service_account(), good).has_value());
  EXPECT_TRUE(validate_update(kinds::service_account(), good, good).has_value());
  EXPECT_FALSE(validate_create(kinds::service_account(), parse("{}")).has_value());
}

}  // namespace
}  // namespace sluice::api
