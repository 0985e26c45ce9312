// SPDX-License-Identifier: Apache-2.0
#include "api/crd/rule_types.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

std::string shown(std::string_view schema, bool root = false) {
  const auto type = rule_type(*json::parse(schema), root);
  return type ? type->to_string() : "nothing";
}

TEST(RuleTypes, FollowTheSchema) {
  EXPECT_EQ(shown(R"({"type": "integer"})"), "int");
  EXPECT_EQ(shown(R"({"type": "number"})"), "double");
  EXPECT_EQ(shown(R"({"type": "boolean"})"), "bool");
  EXPECT_EQ(shown(R"({"type": "string", "format": "date-time"})"), "timestamp");
  EXPECT_EQ(shown(R"({"type": "string", "format": "duration"})"), "duration");
  EXPECT_EQ(shown(R"({"type": "string", "format": "byte"})"), "bytes");
  EXPECT_EQ(shown(R"({"type": "string", "format": "email"})"), "string");
  EXPECT_EQ(shown(R"({"x-kubernetes-int-or-string": true})"), "dyn");
  EXPECT_EQ(shown(R"({"type": "array", "items": {"type": "string"}})"), "list(string)");
  EXPECT_EQ(shown(R"({"type": "object", "additionalProperties": {"type": "integer"}})"),
            "map(string, int)");
  EXPECT_EQ(shown(R"({"type": "array"})"), "nothing");
  EXPECT_EQ(shown("{}"), "nothing");
}

TEST(RuleTypes, NameOnlyWhatCanBeNamed) {
  const auto type = rule_type(
      *json::parse(
          R"({"type": "object", "properties": {"a-b": {"type": "integer"}, "1x": {"type": "integer"},
              "any": {}, "metadata": {"type": "object", "properties": {"labels": {"type": "object"}}}}})"),
      true);
  const cel::ObjectType& object = type->object_type();
  EXPECT_EQ(object.find("a__dash__b")->property, "a-b");
  EXPECT_EQ(object.find_property("1x"), nullptr);
  EXPECT_EQ(object.find("any"), nullptr);
  EXPECT_NE(object.find("kind"), nullptr);
  EXPECT_NE(object.find("metadata")->type.object_type().find("name"), nullptr);
  EXPECT_EQ(object.find("metadata")->type.object_type().find("labels"), nullptr);
}

TEST(RuleTypes, KeepTheMeaningOfLists) {
  const auto type = rule_type(
      *json::parse(
          R"({"type": "array", "items": {"type": "object"}, "x-kubernetes-list-type": "map",
                       "x-kubernetes-list-map-keys": ["k"]})"),
      false);
  EXPECT_EQ(type->list_semantics(), cel::ListSemantics::kMap);
  EXPECT_EQ(type->list_keys(), std::vector<std::string>{"k"});
}

TEST(RuleTypes, EscapeNames) {
  EXPECT_EQ(escape_property("namespace"), "__namespace__");
  EXPECT_EQ(escape_property("a.b/c-d__e_f"), "a__dot__b__slash__c__dash__d__underscores__e_f");
  EXPECT_EQ(escape_property("plain1"), "plain1");
  EXPECT_FALSE(escape_property("1a").has_value());
  EXPECT_FALSE(escape_property("a b").has_value());
  EXPECT_FALSE(escape_property("").has_value());
}

}  // namespace
}  // namespace sluice::api
