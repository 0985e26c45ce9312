// SPDX-License-Identifier: Apache-2.0
#include "api/node_affinity.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

bool matches(const std::string& term) {
  const auto node =
      json::parse(R"({"metadata":{"name":"n1","labels":{"zone":"a","cpus":"64"}}})").value();
  return affinity_matches(json::parse(R"({"nodeSelectorTerms":[)" + term + "]}").value(), node);
}

bool label(const std::string& key, const std::string& op, const std::string& values = "[]") {
  return matches(R"({"matchExpressions":[{"key":")" + key + R"(","operator":")" + op +
                 R"(","values":)" + values + "}]}");
}

TEST(Affinity, EveryOperatorDoesWhatItSays) {
  EXPECT_TRUE(label("zone", "In", R"(["b","a"])"));
  EXPECT_FALSE(label("zone", "In", R"(["b"])"));
  EXPECT_FALSE(label("missing", "In", R"(["b"])"));
  EXPECT_TRUE(label("zone", "NotIn", R"(["b"])"));
  EXPECT_TRUE(label("missing", "NotIn", R"(["b"])"));
  EXPECT_FALSE(label("zone", "NotIn", R"(["a"])"));
  EXPECT_TRUE(label("zone", "Exists"));
  EXPECT_FALSE(label("missing", "Exists"));
  EXPECT_TRUE(label("missing", "DoesNotExist"));
  EXPECT_FALSE(label("zone", "DoesNotExist"));
  EXPECT_TRUE(label("cpus", "Gt", R"(["32"])"));
  EXPECT_FALSE(label("cpus", "Lt", R"(["32"])"));
  EXPECT_FALSE(label("zone", "Gt", R"(["32"])"));
  EXPECT_FALSE(label("zone", "Unknown"));
}

TEST(Affinity, OneTermSufficesAndAnEmptyOneMatchesNothing) {
  const std::string good = R"({"matchExpressions":[{"key":"zone","operator":"Exists"}]})";
  const std::string bad = R"({"matchExpressions":[{"key":"none","operator":"Exists"}]})";
  EXPECT_TRUE(matches(bad + "," + good));
  EXPECT_FALSE(matches(bad));
  EXPECT_FALSE(matches("{}"));
}

TEST(Affinity, FieldsSelectByName) {
  EXPECT_TRUE(
      matches(R"({"matchFields":[{"key":"metadata.name","operator":"In","values":["n1"]}]})"));
  EXPECT_FALSE(
      matches(R"({"matchFields":[{"key":"metadata.name","operator":"In","values":["n2"]}]})"));
}

TEST(Affinity, NoRequirementMatchesEveryNode) {
  EXPECT_TRUE(affinity_matches(json::Value::null(), json::Object{}));
}

}  // namespace
}  // namespace sluice::api
