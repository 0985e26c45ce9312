// SPDX-License-Identifier: Apache-2.0
#include "api/crd/structural.h"

#include <gtest/gtest.h>

#include "api/crd/test_definition.h"

namespace sluice::api {
namespace {

std::string fault(std::string_view schema) {
  Faults faults;
  const FieldPath root;
  check_structural(parsed(schema), root.child("s"), faults);
  const auto result = std::move(faults).result();
  return result ? "" : result.error().message;
}

TEST(Structural, EveryValueHasAType) {
  EXPECT_EQ(fault(R"({"type":"object","properties":{"a":{"type":"string"}}})"), "");
  EXPECT_EQ(fault("{}"), "s.type: Required value: must not be empty at the root");
  EXPECT_EQ(fault(R"({"type":"object","properties":{"a":{}}})"),
            "s.properties[a].type: Required value: must not be empty for specified object fields");
  EXPECT_EQ(fault(R"({"type":"object","properties":{"a":{"type":"array","items":{}}}})"),
            "s.properties[a].items.type: Required value: must not be empty for specified array "
            "items");
  EXPECT_EQ(fault(R"({"type":"object","properties":{"a":{"type":"array"}}})"),
            "s.properties[a].items: Required value: must be specified");
  EXPECT_EQ(fault(R"({"type":"object","properties":
                      {"a":{"x-kubernetes-preserve-unknown-fields":true}}})"),
            "");
}

TEST(Structural, AlternativesOnlyRestrict) {
  EXPECT_NE(fault(R"({"type":"object","properties":{"a":{"type":"string","anyOf":
                      [{"type":"string"}]}}})")
                .find("s.properties[a].anyOf[0].type: Forbidden: must be empty to be structural"),
            std::string::npos);
  EXPECT_NE(fault(R"({"type":"object","oneOf":[{"properties":{"b":{"minimum":1}}}]})")
                .find("s.properties[b]: Required value: because it is defined in "
                      "s.oneOf[0].properties[b]"),
            std::string::npos);
}

TEST(Structural, IntOrStringMayNameItsTypes) {
  EXPECT_EQ(fault(R"({"type":"object","properties":{"a":{"x-kubernetes-int-or-string":true,
                      "anyOf":[{"type":"integer"},{"type":"string"}]}}})"),
            "");
}

TEST(Structural, MetadataIsOnlyRestrictedInItsName) {
  EXPECT_NE(fault(R"({"type":"object","properties":{"metadata":{"type":"object","properties":
                      {"labels":{"type":"object"}}}}})")
                .find("must not specify anything other than name and generateName"),
            std::string::npos);
}

TEST(Structural, PatternsMustCompile) {
  EXPECT_NE(fault(R"({"type":"object","properties":{"a":{"type":"string","pattern":"a("}}})")
                .find("must be a valid regular expression"),
            std::string::npos);
}

TEST(Structural, DefaultsObeyTheirSchema) {
  Faults faults;
  const FieldPath root;
  check_schema_defaults(parsed(R"({"type":"object","properties":
                                   {"a":{"type":"integer","default":"x"}}})"),
                        root.child("s"), faults);
  const auto result = std::move(faults).result();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().causes[0].field, "s.properties[a].default");
  EXPECT_EQ(result.error().causes[0].message,
            "Invalid value: \"string\":  in body must be of type integer: \"string\"");
}

}  // namespace
}  // namespace sluice::api
