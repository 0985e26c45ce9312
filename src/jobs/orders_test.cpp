// SPDX-License-Identifier: Apache-2.0
#include "jobs/orders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/meta.h"
#include "json/text.h"

namespace sluice::jobs {
namespace {

using Verb = Order::Verb;
using slurm::JobState;

const WallTime kNow{std::chrono::seconds(1'900'000'000)};

json::Value job(const std::string& spec, const std::string& status = "{}",
                const std::string& annotations = "{}") {
  return *json::parse(R"({"metadata":{"annotations":)" + annotations + R"(},"spec":)" + spec +
                      R"(,"status":)" + status + "}");
}

std::string next(const json::Value& job, JobState state, bool held = false) {
  const auto order = next_order(job, {.id = 7, .state = state, .held = held});
  return order ? std::string(to_string(order->verb)) : "";
}

TEST(Orders, AJobThatWaitsIsHeldAndReleased) {
  const json::Value suspended = job(R"({"suspend":true})");
  EXPECT_EQ(next(suspended, JobState::kPending), "hold");
  EXPECT_EQ(next(suspended, JobState::kPending, /*held=*/true), "");
  EXPECT_EQ(next(suspended, JobState::kRunning), "");
  json::Value released = suspended;
  released["status"] = after_order(suspended, {Verb::kHold}, {}, kNow);
  released["spec"]["suspend"] = false;
  EXPECT_EQ(next(released, JobState::kPending, /*held=*/true), "release");
  released["status"] = after_order(released, {Verb::kRelease}, {}, kNow);
  EXPECT_EQ(next(released, JobState::kPending, /*held=*/true), "");
}

TEST(Orders, AHoldByTheUserInSlurmIsNotReleased) {
  EXPECT_EQ(next(job("{}"), JobState::kPending, /*held=*/true), "");
}

TEST(Orders, APriorityIsToldOnceAndARefusalIsShown) {
  json::Value wants = job(R"({"priority":9})", R"({"priority":3})");
  EXPECT_EQ(next(wants, JobState::kPending), "priority");
  EXPECT_EQ(next(wants, JobState::kRunning), "");
  wants["status"] =
      after_order(wants, {Verb::kPriority, 9}, fail(Code::kInvalid, "permission denied"), kNow);
  EXPECT_EQ(next(wants, JobState::kPending), "");
  EXPECT_TRUE(api::has_condition(wants, "Adjusted", "False"));
  EXPECT_EQ(api::condition(wants, "Adjusted")->at("message").as_string(),
            "priority: permission denied");
}

TEST(Orders, AnnotationsAreObeyedOncePerValue) {
  json::Value asked = job("{}", "{}", R"({"slurmjob.dev/requeue":"1"})");
  EXPECT_EQ(next(asked, JobState::kPending), "");
  EXPECT_EQ(next(asked, JobState::kRunning), "requeue");
  asked["status"] = after_order(asked, {Verb::kRequeue}, {}, kNow);
  EXPECT_EQ(next(asked, JobState::kRunning), "");
  asked["metadata"]["annotations"][kRequeueAsked] = "2";
  EXPECT_EQ(next(asked, JobState::kRunning), "requeue");
  asked["metadata"]["annotations"][kCancelAsked] = "now";
  EXPECT_EQ(next(asked, JobState::kRunning), "cancel");
  EXPECT_EQ(next(asked, JobState::kCompleted), "");
}

TEST(Orders, CommandsNameTheJob) {
  using testing::ElementsAre;
  EXPECT_THAT(order_command({Verb::kHold}, 7).argv, ElementsAre("scontrol", "hold", "7"));
  EXPECT_THAT(order_command({Verb::kCancel}, 7).argv, ElementsAre("scancel", "7"));
  EXPECT_THAT(order_command({Verb::kPriority, 9}, 7).argv,
              ElementsAre("scontrol", "update", "JobId=7", "Priority=9"));
}

}  // namespace
}  // namespace sluice::jobs
