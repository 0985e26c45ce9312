// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::json {
namespace {

TEST(Write, RoundTripsCompactly) {
  const std::string text =
      R"({"a":[1,-2.5,true,null,"x\"\\\n\u0001é"],"o":{"e":{}},"l":[],"big":9223372036854775807})";
  EXPECT_EQ(write(*parse(text)), text);
}

TEST(Write, PrettyIsIndentedByTwo) {
  EXPECT_EQ(write_pretty(*parse(R"({"a":[1,2],"b":{}})")),
            "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}");
}

}  // namespace
}  // namespace sluice::json
