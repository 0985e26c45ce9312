// SPDX-License-Identifier: Apache-2.0
#include "api/crd/rule_sizes.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

constexpr std::uint64_t kLongest = 3 * 1024 * 1024 - 2;

std::optional<std::uint64_t> size(std::string_view schema,
                                  const std::vector<std::string>& steps = {}, bool root = false) {
  const json::Value parsed = *json::parse(schema);
  return rule_sizes(parsed, root)(steps);
}

std::uint64_t repetitions(std::string_view schema) {
  return most_repetitions(*json::parse(schema), false);
}

TEST(RuleSizes, OfStringsComeFromLengthsFormatsAndWords) {
  EXPECT_EQ(size(R"({"type": "string"})"), kLongest);
  EXPECT_EQ(size(R"({"type": "string", "maxLength": 10})"), 40U);
  EXPECT_EQ(size(R"({"type": "string", "maxLength": -1})"), 0U);
  EXPECT_EQ(size(R"({"type": "string", "enum": ["abc", "defgh"]})"), 5U);
  EXPECT_EQ(size(R"({"type": "string", "format": "byte"})"), kLongest);
  EXPECT_EQ(size(R"({"type": "string", "format": "byte", "maxLength": 10})"), 10U);
  EXPECT_EQ(size(R"({"type": "string", "format": "date", "maxLength": 90})"), 12U);
  EXPECT_EQ(size(R"({"type": "string", "format": "date-time"})"), 32U);
  EXPECT_EQ(size(R"({"x-kubernetes-int-or-string": true})"), kLongest);
  EXPECT_EQ(size(R"({"x-kubernetes-int-or-string": true, "maxLength": 3})"), 12U);
  EXPECT_EQ(size(R"({"type": "integer"})"), 0U);
}

TEST(RuleSizes, OfListsAndMapsComeFromLimitsOrTheLargestRequest) {
  EXPECT_EQ(size(R"({"type": "array", "maxItems": 7, "items": {"type": "string"}})"), 7U);
  EXPECT_EQ(size(R"({"type": "array", "items": {"type": "string"}})"), kLongest / 3);
  EXPECT_EQ(size(R"({"type": "array", "items": {"type": "boolean"}})"), kLongest / 5);
  EXPECT_EQ(size(R"({"type": "object", "additionalProperties": {"type": "integer"}})"),
            kLongest / 7);
  EXPECT_EQ(size(R"({"type": "object", "maxProperties": 3,
                     "additionalProperties": {"type": "integer"}})"),
            3U);
}

TEST(RuleSizes, OfPartsAreFoundByTheNamesRulesUse) {
  const std::string_view schema = R"({"type": "object", "properties": {
      "a-b": {"type": "array", "items": {"type": "string", "maxLength": 1}},
      "m": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 2}}}})";
  EXPECT_EQ(size(schema, {"a__dash__b", "@items"}), 4U);
  EXPECT_EQ(size(schema, {"m", "@values"}), 8U);
  EXPECT_EQ(size(schema, {"m", "@keys"}), 0U);
  EXPECT_EQ(size(schema, {"a__dash__b", "@indices"}), std::nullopt);
  EXPECT_EQ(size(schema, {"a-b"}), std::nullopt);
  EXPECT_EQ(size(schema, {"m", "x"}), std::nullopt);
}

TEST(RuleSizes, OfMetadataCountOnlyWhereAllOfItIsDeclared) {
  EXPECT_EQ(size(R"({"type": "object"})", {"metadata", "name"}, true), kLongest);
  EXPECT_EQ(size(R"({"type": "object", "properties": {"metadata": {"type": "object", "properties": {
                     "name": {"type": "string", "maxLength": 63}}}}})",
                 {"metadata", "name"}, true),
            kLongest);
  EXPECT_EQ(size(R"({"type": "object", "properties": {
                     "kind": {"type": "string"}, "apiVersion": {"type": "string"},
                     "metadata": {"type": "object", "properties": {
                       "name": {"type": "string", "maxLength": 63},
                       "generateName": {"type": "string"}}}}})",
                 {"metadata", "name"}, true),
            252U);
}

TEST(RuleSizes, RequiredPropertiesMakeRepetitionsFewer) {
  EXPECT_EQ(repetitions(R"({"type": "string"})"), 1048576U);
  EXPECT_EQ(repetitions(R"({"type": "object"})"), 1048576U);
  EXPECT_EQ(repetitions(R"({"type": "object", "required": ["name", "k"], "properties": {
                            "name": {"type": "string"},
                            "k": {"type": "boolean", "default": true}}})"),
            241979U);
}

}  // namespace
}  // namespace sluice::api
