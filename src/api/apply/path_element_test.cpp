// SPDX-License-Identifier: Apache-2.0
#include "api/apply/path_element.h"

#include <gtest/gtest.h>

#include "api/apply/test_documents.h"

namespace sluice::api {
namespace {

constexpr Field kKeyFields[] = {
    {.name = "port", .type = FieldType::kInt32},
    {.name = "protocol", .type = FieldType::kString, .default_value = "\"TCP\""}};
constexpr Schema kItem{.name = "Item", .fields = kKeyFields};
constexpr Field kPorts{.name = "ports",
                       .type = FieldType::kObject,
                       .shape = Shape::kList,
                       .flags = kListMap,
                       .schema = &kItem,
                       .list_keys = "protocol,port"};
constexpr Field kWords{
    .name = "words", .type = FieldType::kString, .shape = Shape::kList, .flags = kListSet};

PathElement parsed(std::string_view text) {
  return PathElement::parse(text).value().value();
}

std::string refused(const Field& list, std::string_view item) {
  const auto element = PathElement::item(list, document(item));
  return element ? element->to_string() : element.error().message;
}

TEST(PathElement, ReadsAndWritesEveryForm) {
  for (const char* text : {"f:spec", "f:a/b:c", R"(k:{"name":"a"})", R"(v:"x")", "v:1", "i:3"}) {
    EXPECT_EQ(parsed(text).to_string(), text);
  }
}

TEST(PathElement, KeysAreTheSameInAnyOrder) {
  EXPECT_EQ(parsed(R"(k:{"protocol":"TCP", "port":80})"),
            parsed(R"(k:{"port":80,"protocol":"TCP"})"));
}

TEST(PathElement, UnknownFormsAreLeftToTheFuture) {
  const auto element = PathElement::parse("z:what");
  ASSERT_TRUE(element.has_value());
  EXPECT_FALSE(element->has_value());
}

TEST(PathElement, RefusesWhatIsNone) {
  for (const char* text : {"", "f", "spec", "k:[]", "k:{", "v:", "i:x"}) {
    EXPECT_FALSE(PathElement::parse(text).has_value()) << text;
  }
}

TEST(PathElement, ItemsAreNamedByTheirKeysWithDefaults) {
  EXPECT_EQ(refused(kPorts, R"({"port":80})"), R"(k:{"port":80,"protocol":"TCP"})");
  EXPECT_EQ(refused(kPorts, R"({"protocol":"UDP"})"), R"(k:{"protocol":"UDP"})");
  EXPECT_EQ(refused(kWords, R"("a")"), R"(v:"a")");
}

TEST(PathElement, ItemsWithoutIdentityAreRefused) {
  EXPECT_EQ(refused(kPorts, "null"), "associative list with keys may not have a null element");
  EXPECT_EQ(refused(kPorts, "1"), "associative list with keys may not have non-map elements");
  constexpr Field kNamed{.shape = Shape::kList, .flags = kListMap, .list_keys = "name"};
  EXPECT_EQ(refused(kNamed, "{}"),
            R"(associative list with keys has an element that omits all key fields ["name"] )"
            "(and doesn't have default values for any key fields)");
  EXPECT_EQ(refused(kWords, "{}"),
            "associative list without keys has an element that's a map type");
  EXPECT_EQ(refused(kWords, "[]"), "not supported: associative list with lists as elements");
  EXPECT_EQ(refused(kWords, "null"),
            "associative list without keys has an element that's an explicit null");
}

TEST(PathElement, DisplaysAsPeopleReadPaths) {
  EXPECT_EQ(parsed("f:spec").display(), ".spec");
  EXPECT_EQ(parsed(R"(k:{"port":80,"protocol":"TCP"})").display(), R"([port=80,protocol="TCP"])");
  EXPECT_EQ(parsed(R"(v:"x")").display(), R"([="x"])");
  EXPECT_EQ(parsed("i:0").display(), "[0]");
}

}  // namespace
}  // namespace sluice::api
