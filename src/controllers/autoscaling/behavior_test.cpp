// SPDX-License-Identifier: Apache-2.0
#include "controllers/autoscaling/behavior.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::autoscaling {
namespace {

using std::chrono::seconds;

constexpr const char* kDefaultUp =
    R"("scaleUp":{"stabilizationWindowSeconds":0,"selectPolicy":"Max","policies":[
       {"type":"Pods","value":4,"periodSeconds":15},{"type":"Percent","value":100,
        "periodSeconds":15}]})";

class BehaviorTest : public testing::Test {
 protected:
  // "5 ReadyForNewScale DesiredWithinRange"
  std::string settled(std::int64_t recommended, Bounds bounds) {
    const Verdict verdict = settle(recommended, bounds, behavior_, history_, now_);
    EXPECT_TRUE(verdict.able.holds);
    EXPECT_EQ(verdict.limited.holds, verdict.limited.reason != "DesiredWithinRange");
    return std::to_string(verdict.replicas) + " " + verdict.able.reason + " " +
           verdict.limited.reason;
  }
  // With the default rules for growth.
  void behave(const std::string& down) {
    behavior_ =
        json::parse("{" + std::string(kDefaultUp) + R"(,"scaleDown":)" + down + "}").value();
  }
  void behave_up(const std::string& up) {
    behavior_ = json::parse(R"({"scaleUp":)" + up +
                            R"(,"scaleDown":{"selectPolicy":"Max","policies":[
                               {"type":"Percent","value":100,"periodSeconds":15}]}})")
                    .value();
  }
  void step(std::int64_t before, std::int64_t after) {
    remember_step(before, after, behavior_, history_, now_);
  }

  json::Value behavior_;
  History history_;
  WallTime now_ = WallTime{} + std::chrono::hours(1000);
};

TEST_F(BehaviorTest, PlainlyGrowthIsHalfOfWhatThereIsAtMost) {
  EXPECT_EQ(settled(3, {1, 20, 3}), "3 ReadyForNewScale DesiredWithinRange");
  EXPECT_EQ(settled(20, {1, 20, 3}), "6 ReadyForNewScale ScaleUpLimit");
  EXPECT_EQ(settled(20, {1, 20, 1}), "4 ReadyForNewScale ScaleUpLimit");
  EXPECT_EQ(settled(20, {1, 5, 3}), "5 ReadyForNewScale TooManyReplicas");
}

TEST_F(BehaviorTest, PlainlyFewerAreBelievedAfterFiveMinutes) {
  EXPECT_EQ(settled(5, {1, 10, 5}), "5 ReadyForNewScale DesiredWithinRange");
  now_ += seconds(300);
  EXPECT_EQ(settled(2, {1, 10, 5}), "5 ScaleDownStabilized DesiredWithinRange");
  now_ += seconds(1);
  EXPECT_EQ(settled(2, {1, 10, 5}), "2 ReadyForNewScale DesiredWithinRange");
  EXPECT_EQ(history_.recommendations.size(), 2U);
  EXPECT_EQ(settled(0, {1, 10, 2}), "2 ScaleDownStabilized DesiredWithinRange");
  now_ += seconds(301);
  EXPECT_EQ(settled(0, {1, 10, 2}), "1 ReadyForNewScale TooFewReplicas");
}

TEST_F(BehaviorTest, AWindowHoldsBackGrowthToo) {
  behave_up(R"({"stabilizationWindowSeconds":60,"selectPolicy":"Max","policies":[
                {"type":"Percent","value":900,"periodSeconds":15}]})");
  EXPECT_EQ(settled(3, {1, 10, 3}), "3 ReadyForNewScale DesiredWithinRange");
  now_ += seconds(30);
  EXPECT_EQ(settled(8, {1, 10, 3}), "3 ScaleUpStabilized DesiredWithinRange");
  now_ += seconds(31);
  EXPECT_EQ(settled(9, {1, 10, 3}), "8 ScaleUpStabilized DesiredWithinRange");
}

TEST_F(BehaviorTest, AWindowForFewerReplacesTheFiveMinutes) {
  behave(R"({"stabilizationWindowSeconds":10,"selectPolicy":"Max","policies":[
             {"type":"Percent","value":100,"periodSeconds":15}]})");
  EXPECT_EQ(settled(5, {1, 10, 5}), "5 ReadyForNewScale DesiredWithinRange");
  now_ += seconds(9);
  EXPECT_EQ(settled(1, {1, 10, 5}), "5 ScaleDownStabilized DesiredWithinRange");
  now_ += seconds(2);
  EXPECT_EQ(settled(1, {1, 10, 5}), "1 ReadyForNewScale DesiredWithinRange");
}

TEST_F(BehaviorTest, PoliciesLimitTheSpeedOfGrowth) {
  behave(
      R"({"selectPolicy":"Max","policies":[{"type":"Percent","value":100,"periodSeconds":15}]})");
  EXPECT_EQ(settled(50, {1, 100, 2}), "6 ReadyForNewScale ScaleUpLimit") << "four more";
  EXPECT_EQ(settled(50, {1, 100, 10}), "20 ReadyForNewScale ScaleUpLimit") << "twice as many";
  EXPECT_EQ(settled(50, {1, 15, 10}), "15 ReadyForNewScale TooManyReplicas");
  step(10, 20);
  EXPECT_EQ(settled(50, {1, 100, 20}), "20 ReadyForNewScale ScaleUpLimit") << "within the period";
  now_ += seconds(15);
  EXPECT_EQ(settled(50, {1, 100, 20}), "40 ReadyForNewScale ScaleUpLimit");
}

TEST_F(BehaviorTest, TheSmallerOfTwoPoliciesMayBeChosen) {
  behave_up(R"({"stabilizationWindowSeconds":0,"selectPolicy":"Min","policies":[
                {"type":"Pods","value":4,"periodSeconds":15},
                {"type":"Percent","value":15,"periodSeconds":15}]})");
  EXPECT_EQ(settled(50, {1, 100, 10}), "12 ReadyForNewScale ScaleUpLimit") << "rounded up";
}

TEST_F(BehaviorTest, PoliciesLimitTheSpeedOfShrinking) {
  behave(R"({"stabilizationWindowSeconds":0,"selectPolicy":"Max","policies":[
             {"type":"Pods","value":2,"periodSeconds":60},
             {"type":"Percent","value":50,"periodSeconds":60}]})");
  EXPECT_EQ(settled(1, {1, 20, 10}), "5 ReadyForNewScale ScaleDownLimit");
  step(10, 5);
  EXPECT_EQ(settled(1, {1, 20, 5}), "5 ReadyForNewScale ScaleDownLimit");
  now_ += seconds(60);
  EXPECT_EQ(settled(1, {1, 20, 5}), "2 ReadyForNewScale ScaleDownLimit");
  EXPECT_EQ(settled(1, {4, 20, 5}), "4 ReadyForNewScale TooFewReplicas");
  behavior_["scaleDown"]["selectPolicy"] = "Min";
  EXPECT_EQ(settled(1, {1, 20, 5}), "3 ReadyForNewScale ScaleDownLimit");
}

TEST_F(BehaviorTest, ADirectionMayBeForbidden) {
  behave(R"({"stabilizationWindowSeconds":0,"selectPolicy":"Disabled"})");
  EXPECT_EQ(settled(1, {1, 20, 5}), "5 ReadyForNewScale ScaleDownLimit");
  EXPECT_EQ(settled(6, {1, 20, 5}), "6 ReadyForNewScale DesiredWithinRange");
}

TEST_F(BehaviorTest, OldStepsAreForgotten) {
  behave(R"({"policies":[{"type":"Pods","value":2,"periodSeconds":60}]})");
  step(1, 2);
  now_ += seconds(61);
  step(2, 1);
  EXPECT_TRUE(history_.ups.empty());
  EXPECT_EQ(history_.downs.size(), 1U);
  behavior_ = nullptr;
  step(1, 2);
  EXPECT_TRUE(history_.ups.empty());
}

}  // namespace
}  // namespace sluice::controllers::autoscaling
