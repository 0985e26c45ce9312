// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/dynamic_admission.h"

#include <gtest/gtest.h>

#include "apiserver/admission/test_webhooks.h"

namespace sluice::apiserver {
namespace {

TEST(DynamicAdmission, AConfigurationCountsAtOnceAndUntilItIsGone) {
  WebhookCluster world;
  EXPECT_EQ(world.refusal("a"), "");
  world.add("Validating", "check", [](const json::Value&) {
    return json::Value(json::Object{{"allowed", false}});
  });
  EXPECT_NE(world.refusal("b"), "");
  const api::Kind* kind =
      api::find_kind("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration");
  ASSERT_TRUE(world.cluster.registry.remove(*kind, {.key = {"", "check"}}));
  EXPECT_EQ(world.refusal("b"), "");
}

}  // namespace
}  // namespace sluice::apiserver
