// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "world.h"

namespace sluice {
namespace {

constexpr std::string_view kNames[] = {"validatingadmissionpolicy-status"};

class PolicyStatus : public RoughWorld {
 protected:
  PolicyStatus() : RoughWorld(kNames) {}

  const api::Kind& kind_ =
      *api::find_kind("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy");
};

TEST_P(PolicyStatus, SaysWhatDoesNotFitTheKinds) {
  create(kind_, R"({"metadata":{"name":"p"},"spec":{"matchConstraints":{"resourceRules":[
      {"apiGroups":["apps"],"apiVersions":["v1"],"operations":["CREATE"],
       "resources":["deployments"]}]},"validations":[{"expression":"object.replicas > 1"}]}})");
  const auto checked = [](std::int64_t generation) {
    return [generation](const client::Object& policy) {
      return policy.at("status", "observedGeneration").as_int() == generation;
    };
  };
  client::Object policy = await(kind_, {"", "p"}, checked(1));
  const json::Array& warnings =
      policy.at("status", "typeChecking", "expressionWarnings").as_array();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].at("fieldRef").as_string(), "spec.validations[0].expression");
  policy["spec"]["validations"] =
      json::Array{json::Object{{"expression", "object.spec.replicas > 1"}}};
  ASSERT_TRUE(client_.update(kind_, policy, client::Part::kMain).has_value());
  policy = await(kind_, {"", "p"}, checked(2));
  EXPECT_EQ(policy.at("status", "typeChecking"), json::Value(json::Object()));
}

INSTANTIATE_TEST_SUITE_P(, PolicyStatus, in_every_weather(), weather_name);

}  // namespace
}  // namespace sluice
