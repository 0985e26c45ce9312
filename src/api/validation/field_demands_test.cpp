// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/type_rules.h"
#include "json/text.h"

namespace sluice::api {
namespace {

std::string fault(Demand demand, const char* value, std::string_view words = "") {
  Faults faults;
  const FieldPath root;
  check_demand({"t", "f", demand, words}, json::parse(value).value(), root.child("f"), faults);
  return faults.empty() ? "" : faults.causes().front().message;
}

TEST(Demands, MissingValuesSatisfyAllButRequired) {
  EXPECT_EQ(fault(Demand::kRequired, "null"), "Required value");
  EXPECT_EQ(fault(Demand::kRequired, "[]", "at least one"), "Required value: at least one");
  EXPECT_EQ(fault(Demand::kRequired, "\"x\""), "");
  for (const Demand demand : {Demand::kOneOf, Demand::kPositive, Demand::kIp, Demand::kPort}) {
    EXPECT_EQ(fault(demand, "null"), "");
  }
}

TEST(Demands, Words) {
  EXPECT_EQ(fault(Demand::kOneOf, "\"b\"", "a|b"), "");
  EXPECT_EQ(fault(Demand::kOneOf, "\"c\"", "b|a"),
            "Unsupported value: \"c\": supported values: \"b\", \"a\"");
}

TEST(Demands, Numbers) {
  EXPECT_EQ(fault(Demand::kNotNegative, "0"), "");
  EXPECT_EQ(fault(Demand::kPositive, "0"), "Invalid value: 0: must be greater than 0");
  EXPECT_EQ(fault(Demand::kRange, "9", "1|5"),
            "Invalid value: 9: must be between 1 and 5, inclusive");
  EXPECT_EQ(fault(Demand::kWeight, "101"), "Invalid value: 101: must be in the range 1-100");
  EXPECT_EQ(fault(Demand::kMode, "512"),
            "Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive");
  EXPECT_EQ(fault(Demand::kTenMinutes, "5"),
            "Invalid value: 5: may not specify a duration less than 10 minutes");
}

TEST(Demands, Texts) {
  EXPECT_EQ(fault(Demand::kIp, "\"2001:db8::1\""), "");
  EXPECT_NE(fault(Demand::kIp, "\"x\""), "");
  EXPECT_EQ(fault(Demand::kCidr, "\"192.0.2.0/24\""), "");
  EXPECT_NE(fault(Demand::kCidr, "\"192.0.2.0/33\""), "");
  EXPECT_EQ(fault(Demand::kRelativePath, "\"/x\""),
            "Invalid value: \"/x\": must be a relative path");
  EXPECT_EQ(fault(Demand::kRelativePath, "\"a/../b\""),
            "Invalid value: \"a/../b\": must not contain '..'");
  EXPECT_EQ(fault(Demand::kAbsolutePath, "\"x\""),
            "Invalid value: \"x\": must be an absolute path");
  EXPECT_EQ(fault(Demand::kDomainPath, "\"acme.io/foo\""), "");
  EXPECT_NE(fault(Demand::kDomainPath, "\"foo\""), "");
  EXPECT_EQ(fault(Demand::kNoSlash, "\"a/b\""), "Invalid value: \"a/b\": may not contain '/'");
  EXPECT_EQ(fault(Demand::kPort, "\"http\""), "");
  EXPECT_NE(fault(Demand::kPort, "0"), "");
  EXPECT_NE(fault(Demand::kLabelKey, "\"a b\""), "");
  EXPECT_NE(fault(Demand::kLabels, R"({"a b":"c"})"), "");
  EXPECT_NE(fault(Demand::kSelector, R"({"matchLabels":{"a b":"c"}})"), "");
}

}  // namespace
}  // namespace sluice::api
