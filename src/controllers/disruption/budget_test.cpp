// SPDX-License-Identifier: Apache-2.0
#include "controllers/disruption/budget.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::controllers::disruption {
namespace {

client::Object of(const std::string& text) {
  return std::move(json::parse(text)).value();
}

client::ObjectPtr pod(const std::string& name, bool ready, const std::string& metadata = "") {
  return std::make_shared<const client::Object>(
      of(R"({"metadata":{"name":")" + name + "\"" + metadata +
         R"(},"status":{"conditions":[{"type":"Ready","status":")" + (ready ? "True" : "False") +
         R"("}]}})"));
}

client::Object budget(const std::string& spec, const std::string& status = "{}") {
  return of(R"({"metadata":{"generation":2},"spec":)" + spec + R"(,"status":)" + status + "}");
}

std::string text(const Result<Goal>& goal) {
  return goal ? std::to_string(goal->desired) + " of " + std::to_string(goal->expected)
              : goal.error().message;
}

TEST(Budget, GoalsAreNumbersOrShares) {
  EXPECT_EQ(text(goal(budget(R"({"minAvailable":3})"), 5)), "3 of 5");
  EXPECT_EQ(text(goal(budget(R"({"minAvailable":"50%"})"), 5)), "3 of 5");
  EXPECT_EQ(text(goal(budget(R"({"maxUnavailable":2})"), 5)), "3 of 5");
  EXPECT_EQ(text(goal(budget(R"({"maxUnavailable":"30%"})"), 5)), "3 of 5");
  EXPECT_EQ(text(goal(budget(R"({"maxUnavailable":9})"), 5)), "0 of 5");
  EXPECT_EQ(text(goal(budget("{}"), 5)), "0 of 0");
  EXPECT_EQ(text(goal(budget(R"({"minAvailable":"many"})"), 5)),
            "invalid value for IntOrString: invalid type: string is not a percentage");
}

TEST(Budget, SharesAreOfWhatControllersWant) {
  EXPECT_FALSE(counts_by_scale(budget(R"({"minAvailable":3})")));
  EXPECT_TRUE(counts_by_scale(budget(R"({"minAvailable":"3%"})")));
  EXPECT_TRUE(counts_by_scale(budget(R"({"maxUnavailable":3})")));
}

TEST(Budget, OnlyReadyPodsThatStayAreHealthy) {
  FakeClock clock;
  const Pods pods{pod("a", true), pod("b", false),
                  pod("c", true, R"(,"deletionTimestamp":"2030-01-01T00:00:00Z")")};
  const Outlook seen = outlook(budget("{}"), pods, {3, 0}, clock.now());
  EXPECT_EQ(json::write(seen.status),
            R"({"observedGeneration":2,"disruptionsAllowed":1,"currentHealthy":1,)"
            R"("desiredHealthy":0,"expectedPods":3,"conditions":[{"type":"DisruptionAllowed",)"
            R"("status":"True","lastTransitionTime":"2030-01-01T00:00:00Z",)"
            R"("reason":"SufficientPods","message":"","observedGeneration":2}]})");
  EXPECT_FALSE(seen.again);
}

TEST(Budget, WithoutPodsNothingIsAllowed) {
  FakeClock clock;
  const Outlook seen = outlook(budget("{}"), {}, {0, 0}, clock.now());
  EXPECT_EQ(seen.status.at("disruptionsAllowed").as_int(), 0);
}

TEST(Budget, EvictedPodsCountAsGoneForTwoMinutes) {
  FakeClock clock;
  const auto evicted = budget(
      "{}", R"({"disruptedPods":{"a":"2030-01-01T00:00:00Z","gone":"2030-01-01T00:00:00Z"}})");
  const Pods pods{pod("a", true), pod("b", true)};
  const Outlook before = outlook(evicted, pods, {2, 1}, clock.now());
  EXPECT_EQ(json::write(before.status.at("disruptedPods")), R"({"a":"2030-01-01T00:00:00Z"})");
  EXPECT_EQ(before.status.at("currentHealthy").as_int(), 1);
  EXPECT_EQ(before.status.at("disruptionsAllowed").as_int(), 0);
  ASSERT_TRUE(before.again);
  EXPECT_EQ(format_rfc3339(*before.again), "2030-01-01T00:02:00Z");

  clock.advance(std::chrono::seconds(121));
  const Outlook after = outlook(evicted, pods, {2, 1}, clock.now());
  EXPECT_EQ(after.status.find("disruptedPods"), nullptr);
  EXPECT_EQ(after.status.at("disruptionsAllowed").as_int(), 1);
  ASSERT_EQ(after.not_gone.size(), 1U);
  EXPECT_EQ(api::name(*after.not_gone[0]), "a");
}

TEST(Budget, CoversTheSelected) {
  const Pods pods{pod("a", true, R"(,"labels":{"app":"x"})"), pod("b", true)};
  const auto count = [&](const char* spec) { return covered(budget(spec), pods)->size(); };
  EXPECT_EQ(count(R"({"selector":{"matchLabels":{"app":"x"}}})"), 1U);
  EXPECT_EQ(count(R"({"selector":{}})"), 2U);
  EXPECT_EQ(count("{}"), 0U);
}

}  // namespace
}  // namespace sluice::controllers::disruption
