// SPDX-License-Identifier: Apache-2.0
#include "api/apply/typed_merge.h"

#include <gtest/gtest.h>

#include "api/apply/test_documents.h"

namespace sluice::api {
namespace {

std::string merged(std::string_view live, std::string_view config) {
  return json::write(typed_merge(pod_type(), document(live), document(config)));
}

// Merges lists of containers of these one-letter names; config's carry an image.
std::string order(std::string_view live, std::string_view config) {
  json::Value a = json::Object{{"spec", json::Object()}};
  json::Value b = a;
  for (const char name : live) {
    a["spec"]["containers"].array().push_back(json::Object{{"name", std::string(1, name)}});
  }
  for (const char name : config) {
    b["spec"]["containers"].array().push_back(
        json::Object{{"name", std::string(1, name)}, {"image", "i"}});
  }
  std::string names;
  const json::Value result = typed_merge(pod_type(), a, b);
  for (const json::Value& item : result.at("spec", "containers").as_array()) {
    names += item.at("name").as_string() + (item.find("image") != nullptr ? "*" : "");
  }
  return names;
}

TEST(TypedMerge, TakesConfigsLeavesAndKeepsTheRest) {
  EXPECT_EQ(merged(R"({"metadata":{"labels":{"a":"1","b":"2"}},"spec":{"nodeName":"n"}})",
                   R"({"metadata":{"labels":{"b":"3","c":"4"}},"spec":{"hostNetwork":true}})"),
            R"({"metadata":{"labels":{"a":"1","b":"3","c":"4"}},)"
            R"("spec":{"nodeName":"n","hostNetwork":true}})");
}

TEST(TypedMerge, ReplacesAtomicValues) {
  EXPECT_EQ(
      merged(R"({"spec":{"nodeSelector":{"a":"1"}}})", R"({"spec":{"nodeSelector":{"b":"2"}}})"),
      R"({"spec":{"nodeSelector":{"b":"2"}}})");
}

TEST(TypedMerge, EmptyConfigChangesNothing) {
  EXPECT_EQ(merged(R"({"metadata":{"labels":{"a":"1"}}})", R"({"metadata":{"labels":{}}})"),
            R"({"metadata":{"labels":{"a":"1"}}})");
}

TEST(TypedMerge, OrdersItemsAsConfigDoes) {
  EXPECT_EQ(order("abc", "b"), "ab*c");
  EXPECT_EQ(order("ab", "ba"), "b*a*");
  EXPECT_EQ(order("ab", "cab"), "c*a*b*");
  EXPECT_EQ(order("abc", "cd"), "abc*d*");
  EXPECT_EQ(order("axb", "ba"), "xb*a*");
  EXPECT_EQ(order("", "ab"), "a*b*");
  EXPECT_EQ(order("ab", ""), "ab");
}

TEST(TypedMerge, TwinsAreReplacedByTheOneConfigHas) {
  EXPECT_EQ(order("aab", "a"), "a*b");
  EXPECT_EQ(order("aab", "b"), "aab*");
}

TEST(WithoutFields, RemovesMembersItemsAndEntries) {
  const json::Value object =
      document(R"({"metadata":{"labels":{"a":"1","b":"2"}},)"
               R"("spec":{"containers":[{"name":"x","image":"i"},{"name":"y"}],"nodeName":"n"}})");
  EXPECT_EQ(json::write(without_fields(
                pod_type(), object,
                fields(R"({"f:metadata":{"f:labels":{"f:a":{}}},"f:spec":{"f:nodeName":{},)"
                       R"("f:containers":{"k:{\"name\":\"x\"}":{"f:image":{}},)"
                       R"("k:{\"name\":\"y\"}":{}}}})"))),
            R"({"metadata":{"labels":{"b":"2"}},"spec":{"containers":[{"name":"x"}]}})");
}

TEST(WithoutFields, LeavesNullWhereNothingIsLeft) {
  EXPECT_EQ(json::write(without_fields(pod_type(), document(R"({"metadata":{"labels":{"a":"1"}}})"),
                                       fields(R"({"f:metadata":{"f:labels":{"f:a":{}}}})"))),
            R"({"metadata":{"labels":null}})");
}

}  // namespace
}  // namespace sluice::api
