// SPDX-License-Identifier: Apache-2.0
#include "api/crd/definition_warnings.h"

#include <gtest/gtest.h>

#include "api/crd/test_definition.h"

namespace sluice::api {
namespace {

using Texts = std::vector<std::string>;

json::Value definition_with(std::string_view properties) {
  json::Value definition = widget_definition();
  definition["spec"]["versions"].array().front()["schema"]["openAPIV3Schema"]["properties"] =
      parsed(properties);
  return definition;
}

TEST(DefinitionWarnings, NameFormatsThatNobodyKnowsOnce) {
  const auto definition = definition_with(R"({
      "a":{"type":"string","format":"strange"},
      "b":{"type":"string","format":"date-time"},
      "c":{"type":"integer","format":"nope"},
      "d":{"type":"array","items":{"type":"string","format":"strange"}},
      "e":{"type":"object","additionalProperties":{"type":"string","format":"odd"}},
      "f":{"type":"string","format":"creditcard"},
      "g":{"type":"string","format":"k8s-short-name"}})");
  EXPECT_EQ(definition_warnings(definition, nullptr),
            (Texts{"unrecognized format \"strange\"", "unrecognized format \"odd\""}));
}

TEST(DefinitionWarnings, WhatWasThereIsNotToldAgain) {
  const auto old = definition_with(R"({"a":{"type":"string","format":"strange"}})");
  const auto now = definition_with(R"({"a":{"type":"string","format":"strange"},
                                       "b":{"type":"string","format":"peculiar"}})");
  EXPECT_EQ(definition_warnings(old, &old), Texts{});
  EXPECT_EQ(definition_warnings(now, &old), Texts{"unrecognized format \"peculiar\""});
}

}  // namespace
}  // namespace sluice::api
