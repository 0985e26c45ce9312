// SPDX-License-Identifier: Apache-2.0
#include "api/openapi/merge.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

json::Value parsed(std::string_view text) {
  return std::move(json::parse(text)).value();
}

json::Value merged(std::string_view into, std::string_view other) {
  json::Value document = parsed(into);
  merge_openapi_v2(document, parsed(other), "/apis/ext.io/");
  return document;
}

TEST(MergeOpenApi, TakesThePathsOfTheGroupAndWhatTheyReferTo) {
  EXPECT_EQ(json::write(merged(
                R"({"definitions":{"Own":{"type":"object"}},"paths":{"/api/":{}}})",
                R"({"definitions":{"A":{"items":{"$ref":"#/definitions/B"}},"B":{"type":"string"},
                                   "Unused":{}},
                    "paths":{"/apis/ext.io/v1/":{"schema":{"$ref":"#/definitions/A"}},
                             "/apis/other.io/v1/":{"schema":{"$ref":"#/definitions/Unused"}}}})")),
            R"({"definitions":{"Own":{"type":"object"},"A":{"items":{"$ref":"#/definitions/B"}},)"
            R"("B":{"type":"string"}},"paths":{"/api/":{},)"
            R"("/apis/ext.io/v1/":{"schema":{"$ref":"#/definitions/A"}}}})");
}

TEST(MergeOpenApi, TheSameDefinitionIsSharedAndAnotherOneIsRenamed) {
  const json::Value document =
      merged(R"({"definitions":{"Same":{"type":"string"},"Other":{"type":"string"}},"paths":{}})",
             R"({"definitions":{"Same":{"type":"string"},"Other":{"type":"integer"}},
          "paths":{"/apis/ext.io/v1/":{"a":{"$ref":"#/definitions/Same"},
                                       "b":[{"$ref":"#/definitions/Other"}]}}})");
  EXPECT_EQ(json::write(document.at("paths", "/apis/ext.io/v1/")),
            R"({"a":{"$ref":"#/definitions/Same"},"b":[{"$ref":"#/definitions/Other_v2"}]})");
  EXPECT_EQ(document.at("definitions", "Other", "type").as_string(), "string");
  EXPECT_EQ(document.at("definitions", "Other_v2", "type").as_string(), "integer");
}

TEST(MergeOpenApi, WhatIsThereStays) {
  EXPECT_EQ(json::write(merged(R"({"paths":{"/apis/ext.io/v1/":{"own":true}}})",
                               R"({"paths":{"/apis/ext.io/v1/":{"own":false}}})")
                            .at("paths", "/apis/ext.io/v1/", "own")),
            "true");
}

TEST(MergeOpenApi, DefinitionsMayReferToThemselvesAndNeedNotExist) {
  const json::Value document =
      merged(R"({"definitions":{},"paths":{}})",
             R"({"definitions":{"Tree":{"items":{"$ref":"#/definitions/Tree"}}},
          "paths":{"/apis/ext.io/v1/":{"a":{"$ref":"#/definitions/Tree"},
                                       "b":{"$ref":"#/definitions/Ghost"}}}})");
  EXPECT_EQ(json::write(document.at("definitions", "Tree")),
            R"({"items":{"$ref":"#/definitions/Tree"}})");
  EXPECT_NE(document.find("definitions", "Ghost"), nullptr);
}

}  // namespace
}  // namespace sluice::api
