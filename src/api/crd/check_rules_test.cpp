// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/crd/rules.h"
#include "json/text.h"

namespace sluice::api {
namespace {

std::string fault(std::string_view schema) {
  Faults faults;
  const FieldPath at;
  check_rules(*json::parse(schema), false, at.child("schema"), faults);
  std::string text;
  for (const ErrorCause& cause : faults.causes()) {
    text += (text.empty() ? "" : "; ") + cause.field + ": " + cause.message;
  }
  return text;
}

std::string fault_of_rule(const std::string& rule) {
  return fault(R"({"type": "object", "properties": {"a": {"type": "integer"}},
                   "x-kubernetes-validations": [)" +
               rule + "]}");
}

TEST(CheckRules, AcceptsGoodRules) {
  EXPECT_EQ(fault_of_rule(R"x({"rule": "self.a > 0", "fieldPath": ".a",
                               "reason": "FieldValueInvalid",
                               "messageExpression": "string(self.a)"})x"),
            "");
}

TEST(CheckRules, ChecksTheFormOfRules) {
  const std::string at = "schema.x-kubernetes-validations[0].";
  EXPECT_EQ(fault_of_rule(R"({"rule": " "})"), at + "rule: Required value: rule is not specified");
  EXPECT_EQ(fault_of_rule(R"({"rule": "true", "message": " "})"),
            at + "message: Invalid value: \" \": must be non-empty if specified");
  EXPECT_EQ(fault_of_rule(R"({"rule": "true", "message": "a\nb"})"),
            at + "message: Invalid value: \"a\\nb\": must not contain line breaks");
  EXPECT_EQ(fault_of_rule(R"({"rule": "true\n||true"})"),
            at + "message: Required value: message must be specified if rule contains line breaks");
  EXPECT_EQ(
      fault_of_rule(R"({"rule": "true", "messageExpression": " "})"),
      at + "messageExpression: Required value: messageExpression must be non-empty if specified");
  EXPECT_EQ(fault_of_rule(R"({"rule": "true", "fieldPath": ".b"})"),
            at + "fieldPath: Invalid value: \".b\": must be a valid path");
  EXPECT_EQ(fault_of_rule(R"({"rule": "true", "reason": "Other"})"),
            at + "reason: Unsupported value: \"Other\": supported values: \"FieldValueDuplicate\", "
                 "\"FieldValueForbidden\", \"FieldValueInvalid\", \"FieldValueRequired\"");
}

TEST(CheckRules, CompilesRules) {
  EXPECT_EQ(fault_of_rule(R"({"rule": "self.b"})"),
            "schema.x-kubernetes-validations[0].rule: Invalid value: "
            "{\"Rule\":\"self.b\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,"
            "\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:1:5: "
            "undefined "
            "field 'b'\n | self.b\n | ....^");
  EXPECT_EQ(fault_of_rule(R"({"rule": "self.a > 0", "optionalOldSelf": true})"),
            "schema.x-kubernetes-validations[0].optionalOldSelf: Invalid value: true: may not be "
            "set if oldSelf is not used in rule");
}

TEST(CheckRules, RefusesOldSelfWhereNothingCanBeCompared) {
  const std::string items =
      R"("items": {"type": "integer", "x-kubernetes-validations": [{"rule": "self > oldSelf"}]})";
  EXPECT_EQ(fault(R"({"type": "array", )" + items + "}"),
            "schema.items.x-kubernetes-validations[0].rule: Invalid value: \"self > oldSelf\": "
            "oldSelf cannot be used on the uncorrelatable portion of the schema within schema");
  EXPECT_EQ(fault(R"({"type": "array", "x-kubernetes-list-type": "map", )" + items + "}"), "");
}

TEST(CheckRules, RefusesWhatCostsTooMuch) {
  const std::string text = R"x({"type": "string", "x-kubernetes-validations": [{
      "rule": "self.contains('abc')", "messageExpression": "self + self.lowerAscii()"}]})x";
  EXPECT_EQ(fault(text), "");
  EXPECT_EQ(fault(R"({"type": "array", "maxItems": 5, "items": )" + text + "}"), "");
  EXPECT_EQ(fault(R"({"type": "array", "maxItems": 39, "items": )" + text + "}"),
            "schema.items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds "
            "budget by factor of 1.226839x (try simplifying the rule, or adding maxItems, "
            "maxProperties, and maxLength where arrays, maps, and strings are declared)");
}

}  // namespace
}  // namespace sluice::api
