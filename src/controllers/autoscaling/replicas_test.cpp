// SPDX-License-Identifier: Apache-2.0
#include "controllers/autoscaling/replicas.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::controllers::autoscaling {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

class ReplicasTest : public testing::Test {
 protected:
  struct PodOptions {
    std::string phase = "Running";
    std::string ready = "True";
    std::string request = "1";
    Duration age = minutes(10);
    Duration ready_for = minutes(9);
    bool deleted = false;
  };

  // A pod that uses so many thousandths; nothing: it was not measured.
  void pod(std::optional<std::int64_t> milli) { pod(milli, PodOptions()); }
  void pod(std::optional<std::int64_t> milli, const PodOptions& options) {
    const std::string name = "p" + std::to_string(pods_.size());
    client::Object object = json::parse(R"({"spec":{"containers":[{"name":"c"}]}})").value();
    object["metadata"]["name"] = name;
    if (!options.request.empty()) {
      object["spec"]["containers"].array()[0]["resources"]["requests"]["cpu"] = options.request;
    }
    if (options.deleted) {
      object["metadata"]["deletionTimestamp"] = format_rfc3339(now_);
    }
    object["status"]["phase"] = options.phase;
    object["status"]["startTime"] = format_rfc3339(now_ - options.age);
    object["status"]["conditions"] =
        json::Array{json::Object{{"type", "Ready"},
                                 {"status", options.ready},
                                 {"lastTransitionTime", format_rfc3339(now_ - options.ready_for)}}};
    pods_.push_back(std::make_shared<const client::Object>(std::move(object)));
    if (milli) {
      samples_[name] = {.milli = *milli, .time = now_ - seconds(5), .window = seconds(10)};
    }
  }

  // How many of `current` there should be, for half of what is requested.
  std::string proposed(std::int64_t current) {
    const auto proposal = propose(goal_, pods_, samples_, current, now_);
    return proposal ? std::to_string(proposal->replicas) + " at " +
                          std::to_string(proposal->utilization.value_or(-1)) + "% " +
                          std::to_string(proposal->average_milli) + "m"
                    : proposal.error().message;
  }

  Goal goal_{.resource = "cpu", .container = "", .utilization = 50};
  Pods pods_;
  Samples samples_;
  WallTime now_ = *parse_rfc3339("2030-01-01T12:00:00Z");
};

TEST_F(ReplicasTest, FollowTheShareOfRequestsInUse) {
  pod(1000);
  pod(500);
  EXPECT_EQ(proposed(2), "3 at 75% 750m");
  samples_["p0"].milli = 200;
  samples_["p1"].milli = 200;
  EXPECT_EQ(proposed(2), "1 at 20% 200m");
}

TEST_F(ReplicasTest, FollowAnAverageAmount) {
  goal_.utilization.reset();
  goal_.average_milli = 100;
  pod(300, {.request = ""});
  pod(100, {.request = ""});
  EXPECT_EQ(proposed(2), "4 at -1% 200m");
}

TEST_F(ReplicasTest, StayWhileUseIsCloseToItsGoal) {
  pod(545);
  EXPECT_EQ(proposed(1), "1 at 54% 545m");
  goal_.tolerances.up = 0.05;
  EXPECT_EQ(proposed(1), "2 at 54% 545m");
}

TEST_F(ReplicasTest, PodsThatGoDoNotCount) {
  pod(1000);
  pod(0, {.deleted = true});
  pod(0, {.phase = "Failed"});
  EXPECT_EQ(proposed(1), "2 at 100% 1000m");
}

TEST_F(ReplicasTest, PodsThatAreNotReadyDampGrowth) {
  pod(1000);
  pod(std::nullopt, {.phase = "Pending"});
  EXPECT_EQ(proposed(2), "2 at 100% 1000m") << "half of what two may use";
  pod(1000, {.ready = "False", .age = minutes(1), .ready_for = seconds(50)});
  EXPECT_EQ(proposed(3), "3 at 100% 1000m") << "as one of three: less than wanted";
}

TEST_F(ReplicasTest, PodsThatAreNotReadyDoNotMatterForShrinking) {
  pod(100);
  pod(100);
  pod(std::nullopt, {.phase = "Pending"});
  EXPECT_EQ(proposed(3), "1 at 10% 100m");
}

TEST_F(ReplicasTest, UnmeasuredPodsArePresumedToDoWhatSpeaksAgainstAChange) {
  pod(100);
  pod(100);
  pod(std::nullopt);
  EXPECT_EQ(proposed(3), "3 at 10% 100m") << "all it requested, when the others do little";
  samples_["p0"].milli = 1000;
  samples_["p1"].milli = 1000;
  EXPECT_EQ(proposed(3), "4 at 100% 1000m") << "nothing, when the others do much";
}

TEST_F(ReplicasTest, AStartingPodsProcessorSaysNothing) {
  pod(500);
  pod(4000, {.age = seconds(20), .ready_for = seconds(8)});
  EXPECT_EQ(proposed(2), "2 at 50% 500m") << "ready for less than the window";
  goal_.resource = "memory";
  goal_.utilization.reset();
  goal_.average_milli = 1000;
  EXPECT_EQ(proposed(2), "5 at -1% 2250m") << "its memory does";
}

TEST_F(ReplicasTest, WhatWasReadyOnceStillCounts) {
  pod(1000, {.ready = "False", .age = minutes(10), .ready_for = minutes(1)});
  EXPECT_EQ(proposed(1), "2 at 100% 1000m");
}

TEST_F(ReplicasTest, TooLittleToGoByIsToldInKubernetesWords) {
  EXPECT_EQ(proposed(1), "no pods returned by selector while calculating replica count");
  pod(100, {.ready = "False", .age = minutes(1), .ready_for = seconds(50)});
  EXPECT_EQ(proposed(1), "did not receive metrics for targeted pods (pods might be unready)");
  pod(100, {.request = ""});
  EXPECT_EQ(proposed(2), "missing request for cpu in container c of Pod p1");
  goal_.container = "other";
  EXPECT_EQ(proposed(2), "container other not found in Pod p0");
}

TEST_F(ReplicasTest, RequestsMayBeThoseOfThePodOrOfItsSidecars) {
  pod(600, {.request = "400m"});
  client::Object with_sidecar = *pods_[0];
  with_sidecar["spec"]["initContainers"] =
      *json::parse(R"([{"name":"once","resources":{"requests":{"cpu":"9"}}},
          {"name":"side","restartPolicy":"Always","resources":{"requests":{"cpu":"600m"}}}])");
  pods_[0] = std::make_shared<const client::Object>(with_sidecar);
  EXPECT_EQ(proposed(1), "2 at 60% 600m");
  with_sidecar["spec"]["resources"]["requests"]["cpu"] = "2";
  pods_[0] = std::make_shared<const client::Object>(with_sidecar);
  EXPECT_EQ(proposed(1), "1 at 30% 600m");
}

}  // namespace
}  // namespace sluice::controllers::autoscaling
