// SPDX-License-Identifier: Apache-2.0
#include "api/scalar.h"

#include <gtest/gtest.h>

namespace sluice::api {
namespace {

TEST(Scalar, AcceptsValuesOfItsType) {
  EXPECT_EQ(scalar_fault(FieldType::kString, "x"), "");
  EXPECT_EQ(scalar_fault(FieldType::kInt32, 7), "");
  EXPECT_EQ(scalar_fault(FieldType::kDouble, 7), "");
  EXPECT_EQ(scalar_fault(FieldType::kQuantity, 2), "");
  EXPECT_EQ(scalar_fault(FieldType::kIntOrString, "25%"), "");
  EXPECT_EQ(scalar_fault(FieldType::kBytes, "aGk="), "");
  EXPECT_EQ(scalar_fault(FieldType::kTime, "2030-01-01T00:00:00+02:00"), "");
}

TEST(Scalar, KnowsTheJsonTypesOfItsType) {
  EXPECT_TRUE(has_json_type(FieldType::kInt64, 1));
  EXPECT_FALSE(has_json_type(FieldType::kInt64, "1"));
  EXPECT_FALSE(has_json_type(FieldType::kInt64, 1.5));
  EXPECT_FALSE(has_json_type(FieldType::kInt32, 3000000000L));
  EXPECT_FALSE(has_json_type(FieldType::kBool, "true"));
  EXPECT_TRUE(has_json_type(FieldType::kIntOrString, "25%"));
}

TEST(Scalar, SaysWhatIsWrongAsGoDoes) {
  EXPECT_EQ(scalar_fault(FieldType::kQuantity, "1Zi"),
            "quantities must match the regular expression "
            "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
  EXPECT_EQ(scalar_fault(FieldType::kTime, "yesterday"),
            R"(parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" )"
            R"(as "2006")");
  EXPECT_EQ(scalar_fault(FieldType::kDuration, "1m30s"), "");
  EXPECT_EQ(scalar_fault(FieldType::kDuration, "soon"), "time: invalid duration \"soon\"");
  EXPECT_EQ(scalar_fault(FieldType::kMicroTime, "2030-01-01"),
            R"(parsing time "2030-01-01" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "" )"
            R"(as "T")");
  EXPECT_EQ(scalar_fault(FieldType::kMicroTime, "2030-01-01T00:00:00Z"),
            R"(parsing time "2030-01-01T00:00:00Z" as "2006-01-02T15:04:05.000000Z07:00": cannot )"
            R"(parse "Z" as ".000000")");
  EXPECT_EQ(scalar_fault(FieldType::kMicroTime, "2030-01-01T00:00:00.123456789+02:00"),
            R"(parsing time "2030-01-01T00:00:00.123456789+02:00" as )"
            R"("2006-01-02T15:04:05.000000Z07:00": cannot parse "789+02:00" as "Z07:00")");
  EXPECT_EQ(scalar_fault(FieldType::kMicroTime, "2030-01-01T00:00:00.123456+02:00"), "");
  EXPECT_EQ(scalar_fault(FieldType::kBytes, "aG*="), "illegal base64 data at input byte 2");
}

TEST(Scalar, CanonicalFormIsKubernetes) {
  json::Value quantity = "1000m";
  canonicalise_scalar(FieldType::kQuantity, quantity);
  EXPECT_EQ(quantity, json::Value("1"));
  json::Value time = "2030-01-01T02:00:00.5+02:00";
  canonicalise_scalar(FieldType::kTime, time);
  EXPECT_EQ(time, json::Value("2030-01-01T00:00:00Z"));
  json::Value micro = "2030-01-01T00:00:00Z";
  canonicalise_scalar(FieldType::kMicroTime, micro);
  EXPECT_EQ(micro, json::Value("2030-01-01T00:00:00.000000Z"));
}

}  // namespace
}  // namespace sluice::api
