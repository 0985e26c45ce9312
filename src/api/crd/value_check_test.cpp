// SPDX-License-Identifier: Apache-2.0
#include "api/crd/value_check.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

json::Value parsed(std::string_view text) {
  return std::move(json::parse(text)).value();
}

// What is wrong with {"spec": value}, under {"properties": {"spec": schema}}; "" when nothing is.
std::string fault(std::string_view schema, std::string_view value, std::string_view old = "") {
  const json::Value all =
      json::Object{{"type", "object"}, {"properties", json::Object{{"spec", parsed(schema)}}}};
  const json::Value now = json::Object{{"spec", parsed(value)}};
  json::Value before;
  if (!old.empty()) {
    before = json::Object{{"spec", parsed(old)}};
  }
  Faults faults;
  ValueCheck(all).run(now, old.empty() ? nullptr : &before, FieldPath(), faults);
  const auto result = std::move(faults).result();
  return result ? "" : result.error().message;
}

TEST(ValueCheck, ReportsWrongTypesWithBothTypes) {
  EXPECT_EQ(fault(R"({"type":"integer"})", R"("x")"),
            R"(spec: Invalid value: "string": spec in body must be of type integer: "string")");
  EXPECT_EQ(fault(R"({"type":"string"})", "null"),
            R"(spec: Invalid value: "null": spec in body must be of type string: "null")");
  EXPECT_EQ(fault(R"({"x-kubernetes-int-or-string":true})", "true"),
            R"(spec: Invalid value: "boolean": spec in body must be of type integer,string: )"
            R"("boolean")");
}

TEST(ValueCheck, AcceptsWhatFits) {
  EXPECT_EQ(fault(R"({"type":"string","nullable":true})", "null"), "");
  EXPECT_EQ(fault(R"({"type":"integer"})", "3.0"), "");
  EXPECT_EQ(fault(R"({"type":"number"})", "3"), "");
  EXPECT_EQ(fault(R"({"x-kubernetes-int-or-string":true})", R"("80%")"), "");
  EXPECT_EQ(fault("{}", R"({"any":["thing"]})"), "");
}

TEST(ValueCheck, ReportsTextsThatDoNotFit) {
  EXPECT_EQ(fault(R"({"type":"string","minLength":3})", R"("ab")"),
            R"(spec: Invalid value: "ab": spec in body should be at least 3 chars long)");
  EXPECT_EQ(fault(R"({"type":"string","maxLength":1})", R"("ab")"),
            "spec: Too long: may not be more than 1 bytes");
  EXPECT_EQ(fault(R"({"type":"string","maxLength":2})", R"("äö")"), "");
  EXPECT_EQ(fault(R"({"type":"string","pattern":"^a+$"})", R"("b")"),
            R"(spec: Invalid value: "b": spec in body should match '^a+$')");
  EXPECT_EQ(fault(R"({"type":"string","format":"date-time"})", R"("now")"),
            R"(spec: Invalid value: "now": spec in body must be of type date-time: "now")");
  EXPECT_EQ(fault(R"({"type":"string","enum":["b","a"]})", R"("c")"),
            R"(spec: Unsupported value: "c": supported values: "b", "a")");
}

TEST(ValueCheck, ReportsNumbersOutOfRange) {
  EXPECT_EQ(fault(R"({"type":"integer","minimum":1})", "0"),
            "spec: Invalid value: 0: spec in body should be greater than or equal to 1");
  EXPECT_EQ(fault(R"({"type":"integer","maximum":5,"exclusiveMaximum":true})", "5"),
            "spec: Invalid value: 5: spec in body should be less than 5");
  EXPECT_EQ(fault(R"({"type":"integer","multipleOf":3})", "4"),
            "spec: Invalid value: 4: spec in body should be a multiple of 3");
}

TEST(ValueCheck, ReportsListsAndObjectsThatDoNotFit) {
  EXPECT_EQ(fault(R"({"type":"array","items":{"type":"string"},"minItems":1})", "[]"),
            "spec: Invalid value: 0: spec in body should have at least 1 items");
  EXPECT_EQ(fault(R"({"type":"array","items":{"type":"string"},"maxItems":1})", R"(["a","b"])"),
            "spec: Too many: 2: must have at most 1 items");
  EXPECT_EQ(fault(R"({"type":"array","items":{"type":"integer"}})", R"([1,"b"])"),
            R"(spec[1]: Invalid value: "string": spec[1] in body must be of type integer: )"
            R"("string")");
  EXPECT_EQ(fault(R"({"type":"object","required":["a"]})", "{}"), "spec.a: Required value");
  EXPECT_EQ(fault(R"({"type":"object","additionalProperties":{"type":"string"}})", R"({"k":1})"),
            R"(spec.k: Invalid value: "integer": spec.k in body must be of type string: )"
            R"("integer")");
}

TEST(ValueCheck, ReportsRepeatedItemsOfSetsAndMaps) {
  EXPECT_EQ(fault(R"({"type":"array","x-kubernetes-list-type":"set"})", R"(["a","a"])"),
            R"(spec[1]: Duplicate value: "a")");
  EXPECT_EQ(fault(R"({"type":"array","x-kubernetes-list-type":"map",
                      "x-kubernetes-list-map-keys":["name"]})",
                  R"([{"name":"a","v":1},{"name":"a","v":2}])"),
            R"(spec[1]: Duplicate value: {"name":"a"})");
}

TEST(ValueCheck, WeighsAlternatives) {
  const char* one_of = R"({"oneOf":[{"required":["a"]},{"required":["b"]}]})";
  EXPECT_EQ(fault(one_of, R"({"a":1})"), "");
  EXPECT_NE(fault(one_of, "{}")
                .find(R"("spec" must validate one and only one schema (oneOf). Found none valid)"),
            std::string::npos);
  EXPECT_NE(fault(one_of, R"({"a":1,"b":1})").find("Found 2 valid alternatives"),
            std::string::npos);
  EXPECT_NE(fault(R"({"anyOf":[{"required":["a"]},{"required":["b"]}]})", "{}")
                .find(R"("spec" must validate at least one schema (anyOf))"),
            std::string::npos);
  EXPECT_NE(fault(R"({"allOf":[{"required":["a"]}]})", "{}")
                .find(R"("spec" must validate all the schemas (allOf). None validated)"),
            std::string::npos);
  EXPECT_NE(fault(R"({"not":{"required":["a"]}})", R"({"a":1})")
                .find(R"("spec" must not validate the schema (not))"),
            std::string::npos);
}

TEST(ValueCheck, ToleratesWhatWasWrongBefore) {
  const char* schema = R"({"type":"object","properties":{"a":{"type":"integer","minimum":5},
                                                          "b":{"type":"string"}}})";
  EXPECT_EQ(fault(schema, R"({"a":1,"b":"new"})", R"({"a":1,"b":"old"})"), "");
  EXPECT_NE(fault(schema, R"({"a":2,"b":"new"})", R"({"a":1,"b":"old"})"), "");
  const char* list = R"({"type":"array","x-kubernetes-list-type":"map",
                         "x-kubernetes-list-map-keys":["n"],
                         "items":{"type":"object","properties":{"n":{"type":"string"},
                                  "v":{"type":"integer","maximum":1}}}})";
  EXPECT_EQ(fault(list, R"([{"n":"new","v":1},{"n":"a","v":9}])", R"([{"n":"a","v":9}])"), "");
}

TEST(ValueCheck, EmbeddedResourcesNeedATypeOfTheirOwn) {
  EXPECT_EQ(
      fault(R"({"type":"object","x-kubernetes-embedded-resource":true})", R"({"apiVersion":"v1"})"),
      "spec.kind: Required value: must not be empty");
}

TEST(ValueCheck, KnowsBadPatterns) {
  EXPECT_EQ(pattern_fault("^a+$"), "");
  EXPECT_EQ(pattern_fault("a("), "error parsing regexp: missing closing ): `a(`");
  EXPECT_EQ(pattern_fault("a**"), "error parsing regexp: invalid nested repetition operator: `**`");
}

}  // namespace
}  // namespace sluice::api
