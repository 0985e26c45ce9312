// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/admission/rules.h"
#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

class RuntimeClassRule : public testing::Test {
 protected:
  RuntimeClassRule() {
    cluster_.create(api::kinds::runtime_class(),
                    R"({"metadata":{"name":"small"},"handler":"h",
                        "overhead":{"podFixed":{"cpu":"100m"}},
                        "scheduling":{"nodeSelector":{"disk":"fast"},
                                      "tolerations":[{"key":"k","operator":"Exists"}]}})");
    cluster_.create(api::kinds::runtime_class(), R"({"metadata":{"name":"plain"},"handler":"h"})");
  }
  Result<json::Value> admit(std::string_view spec) {
    json::Value pod = json_of(R"({"metadata":{"name":"p"}})");
    pod["spec"] = json_of(spec);
    Attributes request = creation(api::kinds::pod(), pod);
    TRY(runtime_class(*cluster_.store, request));
    return pod.at("spec");
  }
  TestCluster cluster_;
};

TEST_F(RuntimeClassRule, GivesOverheadAndPlaces) {
  const json::Value spec = *admit(R"({"runtimeClassName":"small"})");
  EXPECT_EQ(spec.at("overhead", "cpu").as_string(), "100m");
  EXPECT_EQ(spec.at("nodeSelector", "disk").as_string(), "fast");
  EXPECT_EQ(spec.at("tolerations").as_array().size(), 1u);
}

TEST_F(RuntimeClassRule, APodWithoutClassPasses) {
  EXPECT_EQ(*admit("{}"), json_of("{}"));
}

TEST_F(RuntimeClassRule, WhatDoesNotFitIsRefused) {
  EXPECT_EQ(admit(R"({"runtimeClassName":"none"})").error().message,
            "pods \"p\" is forbidden: pod rejected: RuntimeClass \"none\" not found");
  EXPECT_EQ(admit(R"({"runtimeClassName":"plain","overhead":{"cpu":"1"}})").error().message,
            "pods \"p\" is forbidden: pod rejected: Pod Overhead set without corresponding "
            "RuntimeClass defined Overhead");
  EXPECT_EQ(admit(R"({"runtimeClassName":"small","overhead":{"cpu":"1"}})").error().message,
            "pods \"p\" is forbidden: pod rejected: Pod's Overhead doesn't match RuntimeClass's "
            "defined Overhead");
  EXPECT_EQ(admit(R"({"runtimeClassName":"small","nodeSelector":{"disk":"slow"}})").error().message,
            "pods \"p\" is forbidden: conflict: runtimeClass.scheduling.nodeSelector[disk] = fast; "
            "pod.spec.nodeSelector[disk] = slow");
}

}  // namespace
}  // namespace sluice::registry
