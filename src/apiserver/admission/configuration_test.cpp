// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/configuration.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

using registry::json_of;

TEST(ConfigurationState, WebhooksGoByTheNamesOfTheirConfigurations) {
  ConfigurationState state;
  const json::Value two = json_of(R"({"kind":"MutatingWebhookConfiguration",
      "metadata":{"name":"two"},"webhooks":[{"name":"c"}]})");
  const auto before = state.now();
  state.put(two);
  state.put(json_of(R"({"kind":"MutatingWebhookConfiguration","metadata":{"name":"one"},
      "webhooks":[{"name":"b"},{"name":"a"}]})"));
  ASSERT_EQ(state.now()->mutating.size(), 3U);
  EXPECT_EQ(state.now()->mutating[0]->id(), "one/b");
  EXPECT_EQ(state.now()->mutating[2]->id(), "two/c");
  EXPECT_TRUE(before->mutating.empty());
  state.erase(two);
  EXPECT_EQ(state.now()->mutating.size(), 2U);
}

TEST(ConfigurationState, BindingsFindTheirPolicies) {
  ConfigurationState state;
  state.put(json_of(R"({"kind":"ValidatingAdmissionPolicyBinding","metadata":{"name":"b"},
                        "spec":{"policyName":"p"}})"));
  EXPECT_TRUE(state.now()->policies.empty());
  state.put(json_of(R"({"kind":"ValidatingAdmissionPolicy","metadata":{"name":"p"}})"));
  ASSERT_EQ(state.now()->policies.size(), 1U);
  EXPECT_EQ(state.now()->policies[0].bindings.at(0)->name, "b");
}

}  // namespace
}  // namespace sluice::apiserver
