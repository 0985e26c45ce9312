// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <ctime>

#include "json/text.h"
#include "json/yaml.h"

namespace sluice::json {
namespace {

std::string first(std::string_view text) {
  const auto documents = parse_yaml(text);
  return documents && !documents->empty() ? write(documents->front()) : "none";
}

TEST(ParseYaml, ReadsManifests) {
  EXPECT_EQ(
      first("apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: a\n    args: [x, \"1\"]\n"
            "    tty: yes\n  nodeName:\n"),
      R"({"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","args":["x","1"],)"
      R"("tty":true}],"nodeName":null}})");
}

TEST(ParseYaml, KeepsQuotedAndBlockScalarsAsText) {
  EXPECT_EQ(first("a: 'yes'\nb: \"1\"\nc: |\n  line\n  two\nd: !!str 5\n"),
            R"({"a":"yes","b":"1","c":"line\ntwo\n","d":"5"})");
}

TEST(ParseYaml, ReadsEveryDocumentOfAStream) {
  const auto documents = parse_yaml("a: 1\n---\n---\nb: 2\n");
  ASSERT_TRUE(documents.has_value());
  ASSERT_EQ(documents->size(), 3U);
  EXPECT_TRUE((*documents)[1].is_null());
  EXPECT_TRUE(parse_yaml("")->empty());
}

TEST(ParseYaml, ExpandsAliasesAndMergeKeys) {
  EXPECT_EQ(first("base: &b {x: 1, z: 2}\nuse: {<<: *b, z: 3}\nsame: *b\n"),
            R"({"base":{"x":1,"z":2},"use":{"z":3,"x":1},"same":{"x":1,"z":2}})");
}

TEST(ParseYaml, RefusesAliasesThatExplode) {
  std::string text = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 10; ++j) {
      text += before + ",";
    }
    text += "]\n";
  }
  const auto result = parse_yaml(text);
  ASSERT_FALSE(result.has_value());
  EXPECT_NE(result.error().message.find("too many values"), std::string::npos);
}

// Each would keep all that is inside it once more: gigabytes for a few megabytes of text.
TEST(ParseYaml, RefusesAnchorsAroundAnchors) {
  std::string text;
  for (int i = 0; i < 190; ++i) {
    text += "&a" + std::to_string(i) + " [";
  }
  for (int i = 0; i < 20'000; ++i) {
    text += "x,";
  }
  const auto result = parse_yaml(text + std::string(190, ']'));
  ASSERT_FALSE(result.has_value());
  EXPECT_NE(result.error().message.find("too many values"), std::string::npos);
}

TEST(ParseYaml, CountsTheTextOfAliases) {
  std::string text = "a: &a \"" + std::string(100'000, 'x') + "\"\nb: [";
  for (int i = 0; i < 1000; ++i) {
    text += "*a,";
  }
  EXPECT_FALSE(parse_yaml(text + "]").has_value());
  std::string keys = "a: &a {" + std::string(100'000, 'x') + ": 1}\nb: [";
  for (int i = 0; i < 1000; ++i) {
    keys += "*a,";
  }
  EXPECT_FALSE(parse_yaml(keys + "]").has_value());
}

TEST(ParseYaml, AliasesDoNotNestDeeperThanTheRest) {
  const auto around = [](const std::string& inner) {
    return std::string(200, '[') + inner + std::string(200, ']');
  };
  EXPECT_TRUE(parse_yaml("[&a " + around("x") + ", &b " + around("*a") + "]").has_value());
  const auto result = parse_yaml("[&a " + around("x") + ", &b " + around("*a") + ", &c " +
                                 around("*b") + "]");
  ASSERT_FALSE(result.has_value());
  EXPECT_NE(result.error().message.find("nested too deeply"), std::string::npos);
}

TEST(ParseYaml, TakesNoLongerForManyKeysInOneMap) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) {
    text += "k" + std::to_string(i) + ": 1\n";
  }
  const std::clock_t started = std::clock();
  std::vector<std::string> repeated;
  const auto result = parse_yaml(text + "k7: 2\n", &repeated);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->front().as_object().size(), 200'000U);
  EXPECT_EQ(repeated.size(), 1U);
  EXPECT_LT(std::clock() - started, 20 * CLOCKS_PER_SEC);
}

TEST(ParseYaml, NamesLineAndColumnOfAnError) {
  const auto result = parse_yaml("a: b\n c: [\n");
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, Code::kBadRequest);
  EXPECT_NE(result.error().message.find("line 2"), std::string::npos) << result.error().message;
  EXPECT_FALSE(parse_yaml("a: *nope").has_value());
  EXPECT_FALSE(parse_yaml("{[a]: b}").has_value());
  EXPECT_FALSE(parse_yaml(std::string(1000, '[')).has_value());
}

TEST(ParseYaml, TurnsScalarKeysIntoText) {
  EXPECT_EQ(first("1: a\ntrue: b\n"), R"({"1":"a","true":"b"})");
}

TEST(ParseYaml, NamesRepeatedKeysWhenAsked) {
  std::vector<std::string> repeated;
  const auto documents = parse_yaml("a: 1\nb:\n  c: 1\n  c: 2\na: 3\n", &repeated);
  ASSERT_TRUE(documents.has_value());
  EXPECT_EQ(write(documents->front()), R"({"a":3,"b":{"c":2}})");
  EXPECT_EQ(repeated, (std::vector<std::string>{R"(line 4: key "c" already set in map)",
                                                R"(line 5: key "a" already set in map)"}));
}

}  // namespace
}  // namespace sluice::json
