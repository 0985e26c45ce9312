// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/affinity.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::scheduler {
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

client::Object with_affinity(const std::string& affinity) {
  return json::parse(R"({"spec":{"affinity":{"nodeAffinity":)" + affinity + "}}}").value();
}

TEST(Affinity, WeightsOfMatchingPreferencesAreAdded) {
  const auto node = json::parse(R"({"metadata":{"labels":{"zone":"a"}}})").value();
  const client::Object pod = with_affinity(R"({"preferredDuringSchedulingIgnoredDuringExecution":[
    {"weight":3,"preference":{"matchExpressions":[{"key":"zone","operator":"Exists"}]}},
    {"weight":4,"preference":{"matchExpressions":[{"key":"none","operator":"Exists"}]}},
    {"weight":5,"preference":{"matchExpressions":[{"key":"zone","operator":"Exists"}]}}]})");
  EXPECT_EQ(preference(pod, node), 8);
  EXPECT_EQ(preference(json::Object{}, node), 0);
}

std::optional<std::set<std::string>> named(const std::string& terms) {
  return named_nodes(
      with_affinity(R"({"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[)" +
                    terms + "]}}"));
}

TEST(Affinity, NodesAreNamedOnlyIfEveryTermNamesSome) {
  const auto field = [](const std::string& values) {
    return R"({"key":"metadata.name","operator":"In","values":)" + values + "}";
  };
  const std::string a = R"({"matchFields":[)" + field(R"(["a"])") + "]}";
  const std::string ab = R"({"matchFields":[)" + field(R"(["a","b"])") + "]}";
  const std::string none =
      R"({"matchFields":[)" + field(R"(["a"])") + "," + field(R"(["b"])") + "]}";
  EXPECT_EQ(named(""), std::nullopt);
  EXPECT_EQ(named(a), (std::set<std::string>{"a"}));
  EXPECT_EQ(named(a + "," + ab), (std::set<std::string>{"a", "b"}));
  EXPECT_EQ(named(none), std::set<std::string>{});
  EXPECT_EQ(named(a + R"(,{"matchExpressions":[{"key":"zone","operator":"Exists"}]})"),
            std::nullopt);
}

}  // namespace
}  // namespace sluice::controllers::scheduler
