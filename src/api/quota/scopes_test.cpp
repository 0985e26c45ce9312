// SPDX-License-Identifier: Apache-2.0
#include "api/quota/scopes.h"

#include <gtest/gtest.h>

#include <string>

#include "json/text.h"

namespace sluice::api::quota {
namespace {

json::Value of(const std::string& text) {
  return std::move(json::parse(text)).value();
}

bool named(const std::string& scope, const char* pod) {
  return in_scope(of(R"({"spec":{"scopes":[")" + scope + R"("]}})"), kinds::pod(), of(pod));
}

bool selected(const std::string& requirement, const char* object, const Kind& kind = kinds::pod()) {
  return in_scope(of(R"({"spec":{"scopeSelector":{"matchExpressions":[{)" + requirement + "}]}}}"),
                  kind, of(object));
}

constexpr const char* kBare = R"({"spec":{"containers":[{"name":"c"}]}})";

TEST(QuotaScopes, WithoutOneEverythingIsIn) {
  EXPECT_TRUE(in_scope(of(R"({"spec":{}})"), kinds::pod(), of(kBare)));
  EXPECT_TRUE(in_scope(of(R"({"spec":{}})"), kinds::config_map(), of("{}")));
  EXPECT_FALSE(
      in_scope(of(R"({"spec":{"scopes":["BestEffort"]}})"), kinds::config_map(), of("{}")));
}

TEST(QuotaScopes, PodsByTheirEndAndQuality) {
  EXPECT_TRUE(named("Terminating", R"({"spec":{"activeDeadlineSeconds":5}})"));
  EXPECT_FALSE(named("Terminating", kBare));
  EXPECT_TRUE(named("NotTerminating", kBare));
  EXPECT_TRUE(named("BestEffort", kBare));
  EXPECT_TRUE(named("NotBestEffort", R"({"spec":{"containers":[{"name":"c","resources":{
      "requests":{"cpu":"1"}}}]}})"));
}

TEST(QuotaScopes, PodsByTheirPriority) {
  constexpr const char* kHigh = R"({"spec":{"priorityClassName":"high"}})";
  EXPECT_TRUE(named("PriorityClass", kHigh));
  EXPECT_FALSE(named("PriorityClass", kBare));
  const std::string in = R"("scopeName":"PriorityClass","operator":"In","values":["high"])";
  EXPECT_TRUE(selected(in, kHigh));
  EXPECT_FALSE(selected(in, kBare));
  const std::string out = R"("scopeName":"PriorityClass","operator":"NotIn","values":["high"])";
  EXPECT_FALSE(selected(out, kHigh));
  EXPECT_TRUE(selected(out, kBare));
  const std::string none = R"("scopeName":"PriorityClass","operator":"DoesNotExist")";
  EXPECT_TRUE(selected(none, kBare));
  EXPECT_FALSE(selected(none, kHigh));
}

TEST(QuotaScopes, PodsThatLookAtOtherNamespaces) {
  EXPECT_TRUE(named("CrossNamespacePodAffinity", R"({"spec":{"affinity":{"podAffinity":{
      "requiredDuringSchedulingIgnoredDuringExecution":[{"namespaces":["x"]}]}}}})"));
  EXPECT_TRUE(named("CrossNamespacePodAffinity", R"({"spec":{"affinity":{"podAntiAffinity":{
      "preferredDuringSchedulingIgnoredDuringExecution":[
        {"weight":1,"podAffinityTerm":{"namespaceSelector":{}}}]}}}})"));
  EXPECT_FALSE(named("CrossNamespacePodAffinity", R"({"spec":{"affinity":{"podAffinity":{
      "requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":"x"}]}}}})"));
}

TEST(QuotaScopes, ClaimsByTheirAttributes) {
  const std::string in = R"("scopeName":"VolumeAttributesClass","operator":"In","values":["fast"])";
  const Kind& claims = kinds::persistent_volume_claim();
  EXPECT_TRUE(selected(in, R"({"spec":{"volumeAttributesClassName":"fast"}})", claims));
  EXPECT_TRUE(selected(in, R"({"status":{"currentVolumeAttributesClassName":"fast"}})", claims));
  EXPECT_FALSE(selected(in, "{}", claims));
}

}  // namespace
}  // namespace sluice::api::quota
