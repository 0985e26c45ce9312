// SPDX-License-Identifier: Apache-2.0
#include "api/strategic_merge.h"

#include <gtest/gtest.h>

#include <ctime>
#include <string>

#include "json/text.h"

namespace sluice::api {
namespace {

std::string merged(const char* original, const char* patch, const Kind& kind = kinds::pod()) {
  const auto result =
      strategic_merge(kind, json::parse(original).value(), json::parse(patch).value());
  return result ? json::write(*result) : result.error().message;
}

TEST(StrategicMerge, MergesListsOfObjectsByTheirKey) {
  EXPECT_EQ(
      merged(R"({"spec":{"containers":[{"name":"a","image":"1"},{"name":"b","image":"1"}]}})",
             R"({"spec":{"containers":[{"name":"b","image":"2"},{"name":"c","image":"3"}]}})"),
      R"({"spec":{"containers":[{"name":"a","image":"1"},{"name":"b","image":"2"},)"
      R"({"name":"c","image":"3"}]}})");
}

TEST(StrategicMerge, ReplacesListsWithoutStrategyAndRemovesOnNull) {
  EXPECT_EQ(merged(R"({"metadata":{"labels":{"a":"1","b":"2"}},
                       "spec":{"containers":[{"name":"a","args":["x","y"]}]}})",
                   R"({"metadata":{"labels":{"a":null,"c":"3"}},
                       "spec":{"containers":[{"name":"a","args":["z"]}]}})"),
            R"({"metadata":{"labels":{"b":"2","c":"3"}},)"
            R"("spec":{"containers":[{"name":"a","args":["z"]}]}})");
}

TEST(StrategicMerge, HonoursDeleteAndReplaceDirectives) {
  const char* pod =
      R"({"spec":{"containers":[{"name":"a"},{"name":"b"}],"nodeSelector":{"x":"1"}}})";
  EXPECT_EQ(merged(pod, R"({"spec":{"containers":[{"name":"a","$patch":"delete"}]}})"),
            R"({"spec":{"containers":[{"name":"b"}],"nodeSelector":{"x":"1"}}})");
  EXPECT_EQ(merged(pod, R"({"spec":{"containers":[{"name":"c"},{"$patch":"replace"}]}})"),
            R"({"spec":{"containers":[{"name":"c"}],"nodeSelector":{"x":"1"}}})");
  EXPECT_EQ(merged(pod, R"({"spec":{"nodeSelector":{"$patch":"replace","y":"2"}}})"),
            R"({"spec":{"containers":[{"name":"a"},{"name":"b"}],"nodeSelector":{"y":"2"}}})");
  EXPECT_EQ(merged(pod, R"({"spec":{"nodeSelector":{"$patch":"delete"}}})"),
            R"({"spec":{"containers":[{"name":"a"},{"name":"b"}],"nodeSelector":{}}})");
}

TEST(StrategicMerge, HonoursRetainKeys) {
  EXPECT_EQ(merged(R"({"spec":{"volumes":[{"name":"v","emptyDir":{}}]}})",
                   R"({"spec":{"volumes":[{"name":"v","hostPath":{"path":"/"},
                       "$retainKeys":["name","hostPath"]}]}})"),
            R"({"spec":{"volumes":[{"name":"v","hostPath":{"path":"/"}}]}})");
}

TEST(StrategicMerge, MergesAndDeletesScalarsOfSets) {
  EXPECT_EQ(merged(R"({"metadata":{"finalizers":["a","b"]}})",
                   R"({"metadata":{"finalizers":["b","c"],
                       "$deleteFromPrimitiveList/finalizers":["a"]}})"),
            R"({"metadata":{"finalizers":["b","c"]}})");
}

TEST(StrategicMerge, NewItemsComeBeforeThoseOnlyTheServerHas) {
  EXPECT_EQ(merged(R"({"spec":{"containers":[{"name":"old"}]}})",
                   R"({"spec":{"containers":[{"name":"new"}]}})"),
            R"({"spec":{"containers":[{"name":"new"},{"name":"old"}]}})");
  EXPECT_EQ(merged(R"({"spec":{"containers":[{"name":"a"},{"name":"b"},{"name":"c"}]}})",
                   R"({"spec":{"containers":[{"name":"b","image":"2"},{"name":"new"}]}})"),
            R"({"spec":{"containers":[{"name":"a"},{"name":"b","image":"2"},{"name":"new"},)"
            R"({"name":"c"}]}})");
}

TEST(StrategicMerge, SetsTheOrderOfElements) {
  EXPECT_EQ(merged(R"({"spec":{"containers":[{"name":"a"},{"name":"x"},{"name":"b"}]}})",
                   R"({"spec":{"$setElementOrder/containers":[{"name":"b"},{"name":"a"}],
                       "containers":[{"name":"b","image":"2"}]}})"),
            R"({"spec":{"containers":[{"name":"b","image":"2"},{"name":"x"},{"name":"a"}]}})");
}

TEST(StrategicMerge, NewObjectsCarryNoDirectives) {
  EXPECT_EQ(
      merged(R"({"spec":{}})",
             R"({"spec":{"securityContext":{"$retainKeys":["a"],"runAsUser":1,"x":null},
                       "containers":[{"name":"a","$patch":"merge","ports":[{"containerPort":1,
                         "$patch":"delete"}]}]}})"),
      R"({"spec":{"securityContext":{"runAsUser":1},"containers":[{"name":"a","ports":[]}]}})");
}

TEST(StrategicMerge, RefusesWhatItCannotApply) {
  const auto code = [](const char* patch) {
    const auto result = strategic_merge(kinds::pod(), json::Object{}, json::parse(patch).value());
    return result ? Code::kInternal : result.error().code;
  };
  EXPECT_EQ(code(R"([])"), Code::kBadRequest);
  EXPECT_EQ(code(R"({"spec":{"containers":[{"image":"x"}]}})"), Code::kBadRequest);
  EXPECT_EQ(code(R"({"spec":{"containers":{}}})"), Code::kBadRequest);
  EXPECT_EQ(code(R"({"spec":{"$patch":"explode"}})"), Code::kBadRequest);
  EXPECT_EQ(code(R"({"spec":{"$setElementOrder/nope":[]}})"), Code::kBadRequest);
}

TEST(StrategicMerge, WhatIsDeletedCanComeBackInTheSamePatch) {
  EXPECT_EQ(merged(R"({"spec":{"containers":[{"name":"a","tty":true},{"name":"b"},{"name":"a"}]}})",
                   R"({"spec":{"containers":[{"name":"a","$patch":"delete"},{"name":"a"}]}})"),
            R"({"spec":{"containers":[{"name":"a"},{"name":"b"}]}})");
}

json::Value numbered_pod(int count, int step) {
  json::Array containers;
  json::Array finalizers;
  for (int i = 0; i < count; ++i) {
    const std::string name = std::to_string(i * step);
    containers.push_back(json::Object{{"name", name}});
    finalizers.emplace_back("f" + name);
  }
  return json::Object{{"metadata", json::Object{{"finalizers", std::move(finalizers)}}},
                      {"spec", json::Object{{"containers", std::move(containers)}}}};
}

TEST(StrategicMerge, TakesNoLongerForLongLists) {
  json::Value patch = numbered_pod(20'000, 2);
  const json::Value order = patch.at("spec", "containers");
  patch["spec"]["$setElementOrder/containers"] = order;
  const json::Value original = numbered_pod(20'000, 1);
  const std::clock_t started = std::clock();
  const auto result = strategic_merge(kinds::pod(), original, patch);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->at("spec", "containers").as_array().size(), 30'000U);
  EXPECT_EQ(result->at("metadata", "finalizers").as_array().size(), 30'000U);
  EXPECT_LT(std::clock() - started, 20 * CLOCKS_PER_SEC);
}

}  // namespace
}  // namespace sluice::api
