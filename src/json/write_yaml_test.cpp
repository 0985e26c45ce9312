// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "json/text.h"
#include "json/yaml.h"

namespace sluice::json {
namespace {

TEST(WriteYaml, WritesBlockStyle) {
  const Value value =
      parse(R"({"a":1,"b":{"c":[{"d":"x","e":[]},"y",[1,2]],"f":{}},"g":null})").value();
  EXPECT_EQ(
      write_yaml(value),
      "a: 1\nb:\n  c:\n  - d: x\n    e: []\n  - \"y\"\n  -\n    - 1\n    - 2\n  f: {}\ng: null\n");
}

TEST(WriteYaml, WhatItWritesReadsBackTheSame) {
  const Value value = parse(R"({"words":["yes","null","1","0x1","- a","a: b","#c","x #y","",
    " lead","trail ","line\nbreak\n","two\n\nparts\n","tab\tand \u0001","ünï","'q'","\"q\"","*a",
    "&a","!t","%d","@x","{","[a]","|",">","a,b","~","?","1.5","2030-01-01","-","--- a"],
    "nested":{"0":[[],[[1]],{"k":{"l":["m"]}}],"true":false,"multi":"a\n b\nc\n"},"d":1.5})")
                          .value();
  const auto again = parse_yaml(write_yaml(value));
  ASSERT_TRUE(again.has_value()) << again.error().message << "\n" << write_yaml(value);
  ASSERT_EQ(again->size(), 1U);
  EXPECT_EQ(again->front(), value) << write_yaml(value);
}

TEST(WriteYaml, WritesLinesOfTextAsABlock) {
  EXPECT_EQ(write_yaml(parse(R"({"script":"one\ntwo\n"})").value()), "script: |\n  one\n  two\n");
}

TEST(WriteYaml, WritesLoneScalars) {
  EXPECT_EQ(write_yaml(Value("a")), "a\n");
  EXPECT_EQ(write_yaml(Value(Object{})), "{}\n");
}

}  // namespace
}  // namespace sluice::json
