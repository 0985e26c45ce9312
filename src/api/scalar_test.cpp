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

TEST(Scalar, SaysWhatWasExpected) {
  EXPECT_EQ(scalar_fault(FieldType::kInt64, "1"), "expected integer, got string");
  EXPECT_EQ(scalar_fault(FieldType::kInt64, 1.5), "expected integer, got number");
  EXPECT_EQ(scalar_fault(FieldType::kInt32, 3000000000L),
            "expected 32-bit integer, got 3000000000");
  EXPECT_EQ(scalar_fault(FieldType::kBool, "true"), "expected boolean, got string");
  EXPECT_NE(scalar_fault(FieldType::kQuantity, "1Zi"), "");
  EXPECT_NE(scalar_fault(FieldType::kTime, "yesterday"), "");
  EXPECT_EQ(scalar_fault(FieldType::kBytes, "*"), "expected base64 string");
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
