// SPDX-License-Identifier: Apache-2.0
#include "api/disruption.h"

#include <gtest/gtest.h>

#include "api/meta.h"
#include "json/text.h"

namespace sluice::api {
namespace {

json::Value of(std::string_view text) {
  return std::move(json::parse(text)).value();
}

TEST(Disruption, ABudgetCoversWhatItSelects) {
  const json::Value pod = of(R"({"metadata":{"labels":{"app":"x"}}})");
  const auto covers = [&](const char* spec) {
    return budget_covers(of(spec), pod).value_or(false);
  };
  EXPECT_TRUE(covers(R"({"spec":{"selector":{"matchLabels":{"app":"x"}}}})"));
  EXPECT_FALSE(covers(R"({"spec":{"selector":{"matchLabels":{"app":"y"}}}})"));
  EXPECT_TRUE(covers(R"({"spec":{"selector":{}}})"));
  EXPECT_FALSE(covers(R"({"spec":{}})"));
}

TEST(Disruption, TheConditionSaysWhatTheNumberSays) {
  FakeClock clock;
  json::Value status = of(R"({"disruptionsAllowed":1,"observedGeneration":3})");
  EXPECT_TRUE(set_disruption_allowed(status, clock.now()));
  EXPECT_EQ(json::write(status.at("conditions")),
            R"([{"type":"DisruptionAllowed","status":"True",)"
            R"("lastTransitionTime":"2030-01-01T00:00:00Z","reason":"SufficientPods",)"
            R"("message":"","observedGeneration":3}])");
  EXPECT_FALSE(set_disruption_allowed(status, clock.now()));
  status["disruptionsAllowed"] = 0;
  EXPECT_TRUE(set_disruption_allowed(status, clock.now()));
  const json::Value budget = json::Object{{"status", status}};
  EXPECT_EQ(condition(budget, "DisruptionAllowed")->at("reason").as_string(), "InsufficientPods");
}

TEST(Disruption, WhatCannotBeCountedIsNotAllowed) {
  FakeClock clock;
  json::Value status = of(R"({"disruptionsAllowed":1,"observedGeneration":3})");
  EXPECT_TRUE(set_disruption_unknown(status, "no owner", clock.now()));
  EXPECT_FALSE(set_disruption_unknown(status, "no owner", clock.now()));
  EXPECT_EQ(status.at("disruptionsAllowed").as_int(), 0);
  EXPECT_TRUE(set_disruption_allowed(status, clock.now())) << "the reason is another one again";
}

}  // namespace
}  // namespace sluice::api
