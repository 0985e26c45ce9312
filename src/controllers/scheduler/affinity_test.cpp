// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/affinity.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::scheduler {
namespace {

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
