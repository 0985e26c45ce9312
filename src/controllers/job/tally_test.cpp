// SPDX-License-Identifier: Apache-2.0
#include "controllers/job/tally.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::job {
namespace {

client::ObjectPtr pod(const std::string& uid, const std::string& phase, bool tracked = true) {
  client::Object object;
  object["metadata"]["uid"] = uid;
  if (tracked) {
    object["metadata"]["finalizers"] = json::Array{kTrackingFinalizer};
  }
  object["status"]["phase"] = phase;
  return std::make_shared<const client::Object>(object);
}

Outcome by_phase(const client::Object& object) {
  const std::string& phase = object.at("status", "phase").as_string();
  return phase == "Succeeded"  ? Outcome::kSucceeded
         : phase == "Failed"   ? Outcome::kFailed
         : phase == "Harmless" ? Outcome::kIgnored
                               : Outcome::kNone;
}

std::string stored(const Tally& tally) {
  json::Value status = json::Object{};
  tally.store(status);
  return json::write(status);
}

TEST(Tally, FinishedPodIsFirstOnlyNoted) {
  const Tally tally(json::Object{},
                    {pod("a", "Succeeded"), pod("b", "Failed"), pod("c", "Running")}, by_phase);
  EXPECT_EQ(stored(tally), R"({"uncountedTerminatedPods":{"succeeded":["a"],"failed":["b"]}})");
  EXPECT_EQ(tally.succeeded(), 1);
  EXPECT_EQ(tally.failed(), 1);
  EXPECT_FALSE(tally.settled());
  EXPECT_EQ(tally.to_release().size(), 2U);
}

TEST(Tally, NotedPodIsCountedOnceItLostTheFinalizer) {
  const auto status =
      json::parse(R"({"succeeded":4,"uncountedTerminatedPods":{"succeeded":["a"]}})").value();
  const Tally waiting(status, {pod("a", "Succeeded")}, by_phase);
  EXPECT_EQ(waiting.succeeded(), 5);
  EXPECT_EQ(waiting.to_release().size(), 1U) << "a crash may have come before its release";
  const Tally released(status, {pod("a", "Succeeded", false)}, by_phase);
  EXPECT_EQ(released.succeeded(), 5);
  EXPECT_TRUE(released.settled());
  EXPECT_EQ(stored(released), R"({"succeeded":5,"uncountedTerminatedPods":{}})");
  const Tally gone(status, {}, by_phase);
  EXPECT_EQ(stored(gone), R"({"succeeded":5,"uncountedTerminatedPods":{}})");
}

TEST(Tally, CountedPodIsNotCountedAgain) {
  const Tally tally(json::parse(R"({"succeeded":1})").value(), {pod("a", "Succeeded", false)},
                    by_phase);
  EXPECT_EQ(tally.succeeded(), 1);
  EXPECT_TRUE(tally.settled());
}

TEST(Tally, IgnoredPodIsOnlyReleased) {
  const Tally tally(json::Object{}, {pod("a", "Harmless")}, by_phase);
  EXPECT_EQ(tally.failed(), 0);
  EXPECT_FALSE(tally.settled());
  EXPECT_EQ(tally.to_release().size(), 1U);
}

TEST(Tally, CompletedIndexesAreASet) {
  client::Object second = *pod("b", "Succeeded");
  second["metadata"]["annotations"][kIndex] = "2";
  const auto status = json::parse(R"({"succeeded":1,"completedIndexes":"1"})").value();
  const Tally tally(status, {std::make_shared<const client::Object>(second)}, by_phase, 5);
  EXPECT_EQ(tally.succeeded(), 2);
  EXPECT_EQ(stored(tally),
            R"({"succeeded":2,"completedIndexes":"1,2","uncountedTerminatedPods":{}})");
  EXPECT_EQ(tally.to_release().size(), 1U);
}

TEST(Tally, PodNotedAsFailedStaysFailed) {
  const auto status = json::parse(R"({"uncountedTerminatedPods":{"failed":["a"]}})").value();
  const Tally tally(status, {pod("a", "Succeeded")}, by_phase);
  EXPECT_EQ(tally.succeeded(), 0);
  EXPECT_EQ(tally.failed(), 1);
}

}  // namespace
}  // namespace sluice::controllers::job
