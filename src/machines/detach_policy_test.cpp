// SPDX-License-Identifier: Apache-2.0
#include "machines/detach_policy.h"

#include <gtest/gtest.h>

#include "json/yaml.h"

namespace sluice::machines {
namespace {

using detach::JobsEnd;
using detach::Mode;
using detach::Order;

json::Value yaml(const std::string& text) {
  return json::parse_yaml(text)->front();
}

TEST(DetachPolicy, WithoutAWordJobsMayTakeTheirTime) {
  EXPECT_EQ(detach_order(json::Object{}, json::Value::null()), Order{});
}

TEST(DetachPolicy, AnnotationsCountMoreThanTheClass) {
  const json::Value node_class =
      yaml("{spec: {detach: {mode: forced, jobs: fail, deadline: 90m, despiteOthers: true}}}");
  EXPECT_EQ(detach_order(json::Object{}, node_class),
            (Order{Mode::kForced, JobsEnd::kFail, std::chrono::minutes(90), true}));
  const json::Value machine = yaml(
      "{metadata: {annotations: {sluice.dev/detach-mode: graceful, sluice.dev/detach-jobs: "
      "requeue, sluice.dev/detach-deadline: 0s, sluice.dev/detach-despite-others: 'false'}}}");
  EXPECT_EQ(detach_order(machine, node_class), Order{});
}

TEST(DetachPolicy, WhatIsWrongIsNamed) {
  const auto refusal = [](const std::string& annotation, const std::string& value) {
    const auto order =
        detach_order(yaml("{metadata: {annotations: {" + annotation + ": '" + value + "'}}}"), {});
    return order ? "taken" : order.error().message;
  };
  EXPECT_EQ(refusal("sluice.dev/detach-deadline", "soon"),
            "annotation sluice.dev/detach-deadline: \"soon\": expected a time as 90m or 24h, 0s "
            "for none");
  EXPECT_NE(refusal("sluice.dev/detach-deadline", "-1s"), "taken");
  EXPECT_NE(refusal("sluice.dev/detach-jobs", ""), "taken");
  EXPECT_NE(refusal("sluice.dev/detach-despite-others", "yes"), "taken");
  const auto of_class = detach_order({}, yaml("{spec: {detach: {mode: soft}}}"));
  EXPECT_EQ(of_class.error().message,
            "SlurmNodeClass spec.detach.mode: \"soft\": expected graceful or forced");
}

TEST(DetachPolicy, OnlyTheWordReleases) {
  EXPECT_TRUE(
      is_released_by_hand(yaml("{metadata: {annotations: {sluice.dev/detach-release: 'true'}}}")));
  EXPECT_FALSE(
      is_released_by_hand(yaml("{metadata: {annotations: {sluice.dev/detach-release: 'no'}}}")));
}

}  // namespace
}  // namespace sluice::machines
