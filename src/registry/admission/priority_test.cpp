// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/admission/rules.h"
#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

class Priority : public testing::Test {
 protected:
  void make_class(const std::string& name, int value, const std::string& more = "") {
    cluster_.create(
        api::kinds::priority_class(),
        R"({"metadata":{"name":")" + name + R"("},"value":)" + std::to_string(value) + more + "}");
  }
  Result<json::Value> admit(std::string_view spec) {
    json::Value pod = json_of(R"({"metadata":{"name":"p"}})");
    pod["spec"] = json_of(spec);
    Attributes request = creation(api::kinds::pod(), pod);
    TRY(priority(*cluster_.store, request));
    return pod.at("spec");
  }
  std::string refusal(std::string_view spec) {
    const auto admitted = admit(spec);
    return admitted ? "" : admitted.error().message;
  }

  TestCluster cluster_;
};

TEST_F(Priority, WithoutAnyClassItIsZero) {
  const json::Value spec = *admit("{}");
  EXPECT_EQ(spec.at("priority").as_int(), 0);
  EXPECT_EQ(spec.at("preemptionPolicy").as_string(), "PreemptLowerPriority");
  EXPECT_EQ(spec.find("priorityClassName"), nullptr);
}

TEST_F(Priority, ComesFromTheNamedClass) {
  make_class("high", 7, R"(,"preemptionPolicy":"Never")");
  const json::Value spec = *admit(R"({"priorityClassName":"high","priority":7})");
  EXPECT_EQ(spec.at("priority").as_int(), 7);
  EXPECT_EQ(spec.at("preemptionPolicy").as_string(), "Never");
  EXPECT_EQ(admit(R"({"priorityClassName":"system-node-critical"})")->at("priority").as_int(),
            2000001000);
}

TEST_F(Priority, ComesFromTheDefaultClassOtherwise) {
  make_class("usual", 5, R"(,"globalDefault":true)");
  const json::Value spec = *admit("{}");
  EXPECT_EQ(spec.at("priority").as_int(), 5);
  EXPECT_EQ(spec.at("priorityClassName").as_string(), "usual");
}

TEST_F(Priority, ContradictionsAreRefused) {
  EXPECT_EQ(refusal(R"({"priorityClassName":"none"})"),
            "pods \"p\" is forbidden: no PriorityClass with name none was found");
  EXPECT_EQ(refusal(R"({"priority":3})"),
            "pods \"p\" is forbidden: the integer value of priority (3) must not be provided in "
            "pod spec; priority admission controller computed 0 from the given PriorityClass name");
  EXPECT_EQ(refusal(R"({"preemptionPolicy":"Never"})"),
            "pods \"p\" is forbidden: the string value of PreemptionPolicy (Never) must not be "
            "provided in pod spec; priority admission controller computed PreemptLowerPriority "
            "from the given PriorityClass name");
}

TEST_F(Priority, ThereIsOneDefaultClassAtMost) {
  make_class("usual", 5, R"(,"globalDefault":true)");
  const auto second = cluster_.registry.create(
      api::kinds::priority_class(), "",
      json_of(R"({"metadata":{"name":"other"},"value":1,"globalDefault":true})"));
  EXPECT_EQ(second.error().message,
            "priorityclasses.scheduling.k8s.io \"other\" is forbidden: PriorityClass usual is "
            "already marked as default. Only one default can exist");
}

}  // namespace
}  // namespace sluice::registry
