// SPDX-License-Identifier: Apache-2.0
#include "kubelet/container_status.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::kubelet {
namespace {

TEST(ContainerStatuses, FollowTheSpecAndKnowTheLastRun) {
  const json::Value pod = *json::parse(
      R"({"spec":{"containers":[{"name":"a","image":"x"},{"name":"b","image":"y"}]}})");
  pod::PodReport report{.attempt = {"u", 2}};
  report.containers = {{.name = "b",
                        .state = pod::ContainerState::kWaiting,
                        .reason = "CrashLoopBackOff",
                        .message = "back-off",
                        .restarts = 2,
                        .last = pod::Termination{.exit_code = 9, .signal = 0, .reason = "Error"}}};
  const ContainerStatuses statuses =
      container_statuses(pod, {.attempt = {"u", 2}, .report = report});
  ASSERT_EQ(statuses.main.as_array().size(), 2u);
  EXPECT_TRUE(statuses.init.as_array().empty());
  const json::Value& a = statuses.main.as_array()[0];
  const json::Value& b = statuses.main.as_array()[1];
  EXPECT_EQ(a.at("image").as_string(), "x");
  EXPECT_NE(a.find("state", "waiting"), nullptr);
  EXPECT_EQ(b.at("state", "waiting", "reason").as_string(), "CrashLoopBackOff");
  EXPECT_EQ(b.at("lastState", "terminated", "exitCode").as_int(), 9);
  EXPECT_EQ(b.at("restartCount").as_int(), 2);
  EXPECT_FALSE(b.at("ready").as_bool());
}

TEST(ContainerStatuses, ACompletedInitContainerIsReady) {
  const json::Value pod = *json::parse(R"({"spec":{"initContainers":[{"name":"i"}],
      "containers":[{"name":"a"}]}})");
  pod::PodReport report{.attempt = {"u", 1}};
  report.init_containers = {
      {.name = "i", .state = pod::ContainerState::kTerminated, .reason = "Completed"}};
  const ContainerStatuses statuses =
      container_statuses(pod, {.attempt = {"u", 1}, .report = report});
  EXPECT_TRUE(statuses.init.as_array()[0].at("ready").as_bool());
}

}  // namespace
}  // namespace sluice::kubelet
