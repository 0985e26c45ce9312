// SPDX-License-Identifier: Apache-2.0
#include "controllers/api_services/local_api_services.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::api_services {
namespace {

std::string spec_of(const std::string& name) {
  const auto found = builtin_api_service(name);
  return found ? json::write(found->at("spec")) : "none";
}

TEST(LocalApiServices, AreTheBuiltInGroupsInTheirPlaces) {
  EXPECT_EQ(spec_of("v1."), R"({"version":"v1","groupPriorityMinimum":18000,"versionPriority":1})");
  EXPECT_EQ(spec_of("v2.autoscaling"),
            R"({"version":"v2","groupPriorityMinimum":17500,"versionPriority":30,)"
            R"("group":"autoscaling"})");
  EXPECT_EQ(spec_of("v1.flowcontrol.apiserver.k8s.io"),
            R"({"version":"v1","groupPriorityMinimum":16100,"versionPriority":21,)"
            R"("group":"flowcontrol.apiserver.k8s.io"})");
  EXPECT_EQ(spec_of("v1beta1.metrics.k8s.io"),
            R"({"version":"v1beta1","groupPriorityMinimum":100,"versionPriority":100,)"
            R"("group":"metrics.k8s.io"})");
  EXPECT_EQ(spec_of("v1.apiregistration.k8s.io"), "none");
  EXPECT_EQ(spec_of("v1.example.com"), "none");
}

TEST(LocalApiServices, WhatDefinitionsAddComesLast) {
  EXPECT_EQ(json::write(custom_api_service("a.io", "v1").at("spec")),
            R"({"version":"v1","groupPriorityMinimum":1000,"versionPriority":100,"group":"a.io"})");
}

TEST(LocalApiServices, EveryBuiltInGroupHasItsPlace) {
  for (const std::string& name : builtin_api_services()) {
    const auto found = builtin_api_service(name);
    ASSERT_TRUE(found.has_value()) << name;
    const bool of_the_release = name != "v1beta1.metrics.k8s.io";
    EXPECT_GT(found->at("spec", "groupPriorityMinimum").as_int(), of_the_release ? 16000 : 0)
        << name;
  }
}

}  // namespace
}  // namespace sluice::controllers::api_services
