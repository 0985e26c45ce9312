// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/protobuf.h"
#include "json/text.h"

namespace sluice::api {
namespace {

std::string encoded(const Schema& schema, const char* text) {
  WireWriter out;
  encode_message(schema, json::parse(text).value(), out);
  return std::move(out).bytes();
}

// Reads back what it wrote: equal documents mean nothing was lost.
void expect_survives(const Schema& schema, const char* text) {
  const auto again = decode_message(schema, encoded(schema, text));
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_EQ(*again, json::parse(text).value()) << json::write(*again);
}

TEST(EncodeMessage, FieldsGoOutByNumberAndMapsByKey) {
  static constexpr Field kFields[] = {
      {.name = "a", .type = FieldType::kString, .number = 2},
      {.name = "m", .type = FieldType::kString, .shape = Shape::kMap, .number = 3},
      {.name = "z", .type = FieldType::kInt32, .number = 1}};
  static constexpr Schema kSchema{.name = "test", .fields = kFields};
  EXPECT_EQ(encoded(kSchema, R"({"m":{"y":"","x":"1"},"a":"t","z":-1})"),
            std::string("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"
                        "\x12\x01t"
                        "\x1a\x06\x0a\x01x\x12\x01\x31"
                        "\x1a\x05\x0a\x01y\x12\x00",
                        29));
}

TEST(EncodeMessage, MessagesThatJsonWritesInlineAreNested) {
  static constexpr Field kFields[] = {
      {.name = "deep", .type = FieldType::kInt32, .number = 5, .via = 2 << 8 | 3},
      {.name = "inner", .type = FieldType::kInt32, .number = 4, .via = 2},
      {.name = "last", .type = FieldType::kInt32, .number = 3},
      {.name = "outer", .type = FieldType::kInt32, .number = 1}};
  static constexpr Schema kSchema{.name = "test", .fields = kFields};
  EXPECT_EQ(encoded(kSchema, R"({"last":1,"deep":1,"inner":1,"outer":1})"),
            std::string("\x08\x01"
                        "\x12\x06\x1a\x02\x28\x01\x20\x01"
                        "\x18\x01"));
}

TEST(EncodeMessage, EveryTypeSurvives) {
  static constexpr Field kFields[] = {
      {.name = "bytes", .type = FieldType::kBytes, .number = 1},
      {.name = "count", .type = FieldType::kInt64, .number = 2},
      {.name = "cpu", .type = FieldType::kQuantity, .number = 3},
      {.name = "flag", .type = FieldType::kBool, .number = 4},
      {.name = "long", .type = FieldType::kDuration, .number = 10},
      {.name = "micro", .type = FieldType::kMicroTime, .number = 5},
      {.name = "port", .type = FieldType::kIntOrString, .number = 6},
      {.name = "ratio", .type = FieldType::kDouble, .number = 7},
      {.name = "raw", .type = FieldType::kRaw, .number = 8},
      {.name = "when", .type = FieldType::kTime, .number = 9}};
  static constexpr Schema kSchema{.name = "test", .fields = kFields};
  expect_survives(kSchema, R"({"bytes":"AP8=","count":-9007199254740993,"cpu":"500m","flag":false,
      "long":"10.25s","micro":"1969-12-31T23:59:59.999999Z","port":"25%","ratio":0.1,"raw":{"b":[1,null]},
      "when":"1969-12-31T23:59:59Z"})");
  expect_survives(kSchema, R"({"port":0,"flag":true,"count":0})");
}

TEST(EncodeMessage, AChoiceIsOneOfItsPossibilities) {
  static constexpr Field kText[] = {{.name = "t", .type = FieldType::kString, .number = 1}};
  static constexpr Schema kInner{.name = "inner", .fields = kText};
  static constexpr Field kEither[] = {
      {.name = "", .type = FieldType::kBool, .number = 1},
      {.name = "", .type = FieldType::kObject, .number = 2, .schema = &kInner},
      {.name = "", .type = FieldType::kString, .shape = Shape::kList, .number = 3}};
  static constexpr Schema kChoice{.name = "choice", .fields = kEither, .choice = true};
  static constexpr Field kFields[] = {
      {.name = "c", .type = FieldType::kRaw, .number = 1, .schema = &kChoice}};
  static constexpr Schema kSchema{.name = "test", .fields = kFields};
  for (const char* text : {R"({"c":true})", R"({"c":false})", R"({"c":{"t":"x"}})", R"({"c":{}})",
                           R"({"c":["a","b"]})"}) {
    expect_survives(kSchema, text);
  }
  EXPECT_EQ(encoded(kSchema, R"({"c":{}})"), std::string("\x0a\x04\x08\x01\x12\x00", 6));
}

TEST(EncodeMessage, LongMessagesHaveLongLengths) {
  static constexpr Field kText[] = {{.name = "t", .type = FieldType::kString, .number = 1}};
  static constexpr Schema kInner{.name = "inner", .fields = kText};
  static constexpr Field kFields[] = {
      {.name = "o", .type = FieldType::kObject, .number = 1, .schema = &kInner}};
  static constexpr Schema kSchema{.name = "test", .fields = kFields};
  for (const std::size_t size : {0U, 124U, 125U, 126U, 128U, 16380U, 20000U, 3000000U}) {
    const std::string text = R"({"o":{"t":")" + std::string(size, 'x') + "\"}}";
    const auto again = decode_message(kSchema, encoded(kSchema, text.c_str()));
    ASSERT_TRUE(again.has_value()) << size;
    EXPECT_EQ(again->at("o", "t").as_string().size(), size);
  }
}

TEST(EncodeMessage, LeavesOutNullsAndWhatTheSchemaDoesNotKnow) {
  static constexpr Field kFields[] = {{.name = "a", .type = FieldType::kString, .number = 1},
                                      {.name = "b", .type = FieldType::kString}};
  static constexpr Schema kSchema{.name = "test", .fields = kFields};
  EXPECT_EQ(encoded(kSchema, R"({"a":null,"b":"no number","c":1})"), "");
}

}  // namespace
}  // namespace sluice::api
