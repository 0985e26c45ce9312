// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::json {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Parse, ReadsEveryKindOfValue) {
  const auto value = parse(R"( {"n":null,"t":true,"i":-12,"d":1.5e3,"s":"x","a":[1,[]],"o":{}} )");
  ASSERT_TRUE(value);
  EXPECT_TRUE(value->at("n").is_null());
  EXPECT_TRUE(value->at("t").as_bool());
  EXPECT_EQ(value->at("i").as_int(), -12);
  EXPECT_EQ(value->at("d").as_double(), 1500);
  EXPECT_EQ(value->at("s").as_string(), "x");
  EXPECT_EQ(value->at("a").as_array().size(), 2U);
  EXPECT_TRUE(value->at("o").is_object());
}

TEST(Parse, KeepsLargeIntegersExactAndLargerOnesAsNumbers) {
  EXPECT_EQ(parse("9223372036854775807")->as_int(), 9223372036854775807LL);
  EXPECT_EQ(parse("9223372036854775808")->type(), Type::kDouble);
}

TEST(Parse, DecodesEscapesAndSurrogatePairs) {
  EXPECT_EQ(parse(R"("\"\\\/\b\f\n\r\té😀")")->as_string(), "\"\\/\b\f\n\r\té😀");
  EXPECT_EQ(parse(R"("\ud83d x")")->as_string(), "\xEF\xBF\xBD x");
}

TEST(Parse, RefusesWhatTheStandardRefuses) {
  for (const char* text :
       {"",      " ",       "{",         "[1,]",  "{\"a\":1,}", "{a:1}",        "'x'",
        "01",    "1.",      "+1",        "-",     "1e",         "nul",          "\"\x01\"",
        "\"abc", "\"\\x\"", "\"\\u12\"", "[1] 2", "\"\xff\"",   "\"\xc0\x80\"", "\"\xed\xa0\x80\"",
        "1e999", "// x",    "NaN"}) {
    const auto value = parse(text);
    ASSERT_FALSE(value) << text;
    EXPECT_EQ(value.error().code, Code::kBadRequest);
    EXPECT_THAT(value.error().message,
                ::testing::AnyOf(HasSubstr("offset"), "unexpected end of JSON input"));
  }
}

TEST(Parse, LimitsDepth) {
  EXPECT_TRUE(parse(std::string(500, '[') + std::string(500, ']')));
  EXPECT_THAT(parse(std::string(100'000, '[')).error().message, HasSubstr("nested too deeply"));
}

TEST(Parse, ReportsRepeatedMembersByPathAndTheLastOneWins) {
  std::vector<std::string> duplicates;
  const auto value = parse(R"({"spec":{"replicas":1,"replicas":2},"l":[{"a":1},{"a":{},"a":3}]})",
                           {.duplicates = &duplicates});
  ASSERT_TRUE(value);
  EXPECT_EQ(value->at("spec", "replicas").as_int(), 2);
  EXPECT_THAT(duplicates, ElementsAre("spec.replicas", "l[1].a"));
}

// Under a key of a hundred kilobytes: each path has that key in it.
TEST(Parse, ReportsNoMoreRepeatedMembersThanAnybodyReads) {
  std::string members;
  for (int i = 0; i < 1000; ++i) {
    members += "\"a\":1,";
  }
  std::vector<std::string> duplicates;
  ASSERT_TRUE(parse("{" + members + "\"b\":1}", {.duplicates = &duplicates}));
  EXPECT_EQ(duplicates.size(), 100U);
  duplicates.clear();
  ASSERT_TRUE(parse("{\"" + std::string(100'000, 'k') + "\":{" + members + "\"b\":1}}",
                    {.duplicates = &duplicates}));
  EXPECT_EQ(duplicates.size(), 1U);
}

TEST(Parse, FindsRepeatedMembersInLargeObjects) {
  std::string text = "{";
  for (int i = 0; i < 500; ++i) {
    text += "\"k" + std::to_string(i) + "\":" + std::to_string(i) + ",";
  }
  const auto value = parse(text + "\"k3\":-1,\"k400\":-2}");
  ASSERT_TRUE(value);
  EXPECT_EQ(value->as_object().size(), 500U);
  EXPECT_EQ(value->at("k3").as_int(), -1);
  EXPECT_EQ(value->at("k400").as_int(), -2);
}

}  // namespace
}  // namespace sluice::json
