// SPDX-License-Identifier: Apache-2.0
#include "api/printing/selector_text.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

TEST(SelectorText, WritesEveryOperator) {
  EXPECT_EQ(selector_text(json::parse(R"({"matchLabels":{"a":"b"},"matchExpressions":[
    {"key":"c","operator":"In","values":["d","e"]},{"key":"f","operator":"NotIn","values":["g"]},
    {"key":"h","operator":"Exists"},{"key":"i","operator":"DoesNotExist"}]})")
                              .value()),
            "!i,a=b,c in (d,e),f notin (g),h");
  EXPECT_EQ(selector_text(json::Value()), "<none>");
  EXPECT_EQ(labels_text(json::parse(R"({"a":"b"})").value()), "a=b");
}

}  // namespace
}  // namespace sluice::api
