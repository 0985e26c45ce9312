// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/policy.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

using registry::json_of;

TEST(Policy, KnowsWhichVariablesItNeeds) {
  const Policy policy = Policy::parse(json_of(R"({"metadata":{"name":"p"},"spec":{
      "variables":[{"name":"a","expression":"1"},{"name":"b","expression":"variables.a + 1"},
                   {"name":"c","expression":"3"}],
      "validations":[{"expression":"variables.b == 2"}]}})"));
  EXPECT_TRUE(policy.needs(0));
  EXPECT_TRUE(policy.needs(1));
  EXPECT_FALSE(policy.needs(2));
  EXPECT_TRUE(policy.validations[0].expression.program);
}

TEST(Policy, AVariableHasTheTypeOfItsExpression) {
  const Policy policy = Policy::parse(json_of(R"({"spec":{
      "variables":[{"name":"a","expression":"1"}],
      "validations":[{"expression":"variables.a == 'text'"}]}})"));
  EXPECT_FALSE(policy.validations[0].expression.program);
}

TEST(PolicyBinding, ReadsItsActions) {
  const PolicyBinding binding = PolicyBinding::parse(json_of(
      R"({"metadata":{"name":"b"},"spec":{"policyName":"p","validationActions":["Warn"]}})"));
  EXPECT_EQ(binding.policy, "p");
  EXPECT_TRUE(binding.warn);
  EXPECT_FALSE(binding.deny || binding.audit);
}

}  // namespace
}  // namespace sluice::apiserver
