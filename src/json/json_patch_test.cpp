// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "json/patch.h"
#include "json/text.h"

namespace sluice::json {
namespace {

Result<Value> patched(const std::string& original, const std::string& operations) {
  return json_patch(parse(original).value(), parse(operations).value());
}

TEST(JsonPatch, AppliesEveryOperation) {
  const auto result = patched(R"({"a":[1,2],"b":{"c":1}})", R"([
    {"op":"test","path":"/b/c","value":1},
    {"op":"add","path":"/a/1","value":9},
    {"op":"add","path":"/a/-","value":3},
    {"op":"replace","path":"/b/c","value":"x"},
    {"op":"copy","from":"/b","path":"/d"},
    {"op":"move","from":"/a/0","path":"/e"},
    {"op":"remove","path":"/b"}])");
  ASSERT_TRUE(result.has_value()) << result.error().message;
  EXPECT_EQ(write(*result), R"({"a":[9,2,3],"d":{"c":"x"},"e":1})");
}

TEST(JsonPatch, UnescapesPointers) {
  const auto result = patched(R"({"a/b":1,"m~n":2})",
                              R"([{"op":"remove","path":"/a~1b"},{"op":"remove","path":"/m~0n"}])");
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(write(*result), "{}");
}

TEST(JsonPatch, RefusesWhatDoesNotExistOrDoesNotMatch) {
  for (const char* operations : {R"([{"op":"remove","path":"/x"}])",
                                 R"([{"op":"replace","path":"/x/y","value":1}])",
                                 R"([{"op":"test","path":"/x/y","value":null}])",
                                 R"([{"op":"test","path":"/a","value":2}])",
                                 R"([{"op":"test","path":"/l/1","value":null}])",
                                 R"([{"op":"test","path":"/a"}])",
                                 R"([{"op":"add","path":"/l/5","value":1}])",
                                 R"([{"op":"add","path":"/l/-3","value":1}])",
                                 R"([{"op":"add","path":"/l/+-0","value":1}])",
                                 R"([{"op":"jump","path":"/a"}])",
                                 R"([{"op":"add","path":"a","value":1}])",
                                 R"([{"op":"move","from":"/l","path":"/l/0"}])",
                                 R"([{"op":"add","path":"","value":{}}])",
                                 R"([{"op":"remove","path":""}])",
                                 R"([{"op":"copy","from":"","path":"/x"}])",
                                 R"([{"op":"copy","from":"/x/y","path":"/z"}])",
                                 R"([{"op":"copy","from":"/l/1","path":"/x"}])",
                                 R"([{"op":"move","from":"/x","path":"/y"}])",
                                 R"([{"op":"remove","path":"/l/-2"}])",
                                 R"([{"op":"remove","path":"/l/-"}])",
                                 R"([{"op":"replace","path":"/l/1","value":1}])",
                                 R"([{"op":"add","path":"/a/b"}])",
                                 R"([null])"}) {
    const auto result = patched(R"({"a":1,"l":[1]})", operations);
    ASSERT_FALSE(result.has_value()) << operations;
    EXPECT_EQ(result.error().code, Code::kInvalid);
  }
}

// As the library that Kubernetes applies patches with.
TEST(JsonPatch, WhatIsMissingIsNull) {
  const auto result = patched(R"({"n":null,"l":[]})", R"([
    {"op":"test","path":"/x","value":null}, {"op":"test","path":"/x"}, {"op":"test","path":"/n"},
    {"op":"copy","from":"/x","path":"/c"}, {"op":"add","path":"/a"}, {"op":"add","path":"/l/0"},
    {"op":"replace","path":"/r"}])");
  ASSERT_TRUE(result.has_value()) << result.error().message;
  EXPECT_EQ(write(*result), R"({"n":null,"l":[null],"c":null,"a":null,"r":null})");
}

TEST(JsonPatch, IndicesMayCountFromTheEnd) {
  const auto one = [](const std::string& operation) {
    const auto result = patched(R"({"l":[1,2,3]})", "[" + operation + "]");
    return result ? write(result->at("l")) : result.error().message;
  };
  EXPECT_EQ(one(R"({"op":"remove","path":"/l/-1"})"), "[1,2]");
  EXPECT_EQ(one(R"({"op":"remove","path":"/l/-3"})"), "[2,3]");
  EXPECT_EQ(one(R"({"op":"add","path":"/l/-1","value":9})"), "[1,2,3,9]");
  EXPECT_EQ(one(R"({"op":"add","path":"/l/-4","value":9})"), "[9,1,2,3]");
  EXPECT_EQ(one(R"({"op":"replace","path":"/l/-1","value":9})"), "[1,2,9]");
  EXPECT_EQ(one(R"({"op":"test","path":"/l/-1","value":3})"), "[1,2,3]");
  EXPECT_EQ(one(R"({"op":"move","from":"/l/-1","path":"/l/-1"})"), "[1,2,3]");
  EXPECT_EQ(one(R"({"op":"remove","path":"/l/01"})"), "[1,3]");
  EXPECT_EQ(one(R"({"op":"remove","path":"/l/+1"})"), "[1,3]");
}

TEST(JsonPatch, APathBeginsAfterItsFirstSlash) {
  EXPECT_EQ(write(patched("{}", R"([{"op":"add","path":"x/z","value":1}])").value()), R"({"z":1})");
}

TEST(JsonPatch, TheWholeDocumentIsTestedAndReplacedOnly) {
  EXPECT_EQ(write(patched(R"({"a":1})", R"([{"op":"test","path":"","value":{"a":1}},
                                            {"op":"replace","path":"","value":{"b":2}}])")
                      .value()),
            R"({"b":2})");
}

TEST(JsonPatch, APatchThatIsNoListCannotBeUnderstood) {
  EXPECT_EQ(patched("{}", "{}").error().code, Code::kBadRequest);
}

TEST(JsonPatch, RefusesCopiesThatExplode) {
  Array operations;
  for (int i = 0; i < 100; ++i) {
    operations.push_back(Object{{"op", "copy"}, {"from", "/a"}, {"path", "/a/-"}});
  }
  const auto result = json_patch(parse(R"({"a":["xxxxxxxxxx"]})").value(), operations);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, Code::kTooLarge);
}

TEST(JsonPatch, RefusesTooManyOperations) {
  const Array operations(10'001, Object{{"op", "test"}, {"path", ""}, {"value", Object()}});
  const auto result = json_patch(Object(), operations);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, Code::kTooLarge);
  EXPECT_EQ(result.error().message,
            "Request entity too large: The allowed maximum operations in a JSON patch is 10000, "
            "got 10001");
}

// {"a":{"a":...}} around a value, as text.
std::string around(int levels, const std::string& inner) {
  std::string text;
  for (int i = 0; i < levels; ++i) {
    text += R"({"a":)";
  }
  return text + inner + std::string(static_cast<std::size_t>(levels), '}');
}

std::string path_of(int levels) {
  std::string path;
  for (int i = 0; i < levels; ++i) {
    path += "/a";
  }
  return path;
}

TEST(JsonPatch, NoOperationMakesADocumentDeeperThanAnyTextCouldBe) {
  const std::string deep = around(300, "{}");
  const std::string original = R"({"x":)" + deep + R"(,"y":)" + deep + "}";
  const std::string inside = "/x" + path_of(300) + "/b";
  for (const std::string& operation :
       {R"({"op":"copy","from":"/y","path":")" + inside + "\"}",
        R"({"op":"move","from":"/y","path":")" + inside + "\"}",
        R"({"op":"add","value":)" + around(300, "1") + R"(,"path":")" + inside + "\"}",
        R"({"op":"replace","value":)" + around(300, "1") + R"(,"path":"/x)" + path_of(300) +
            "\"}"}) {
    const auto result = patched(original, "[" + operation + "]");
    ASSERT_FALSE(result.has_value()) << operation;
    EXPECT_EQ(result.error().code, Code::kTooLarge);
    EXPECT_NE(result.error().message.find("deeper than 500 levels"), std::string::npos);
  }
}

TEST(JsonPatch, ManyOperationsOnAShallowDocumentAreNoDepth) {
  std::string operations = "[";
  for (int i = 0; i < 1000; ++i) {
    operations += std::string(i == 0 ? "" : ",") +
                  (i % 2 == 0 ? R"({"op":"move","from":"/a/b","path":"/c"})"
                              : R"({"op":"move","from":"/c","path":"/a/b"})");
  }
  EXPECT_TRUE(patched(R"({"a":{"b":{"d":1}}})", operations + "]").has_value());
}

}  // namespace
}  // namespace sluice::json
