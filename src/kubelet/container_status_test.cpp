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
  EXPECT_FALSE(statuses.init.as_array()[0].at("started").as_bool());
}

TEST(ContainerStatuses, UpAndReadyAreTheRunnersWord) {
  const json::Value pod = *json::parse(R"({"spec":{
      "initContainers":[{"name":"s","restartPolicy":"Always"}],
      "containers":[{"name":"a"}],"ephemeralContainers":[{"name":"e"},{"name":"f"}]}})");
  pod::PodReport report{.attempt = {"u", 1}};
  using pod::ContainerState;
  report.init_containers = {{.name = "s", .state = ContainerState::kRunning, .up = true}};
  report.containers = {{.name = "a", .state = ContainerState::kRunning, .up = true, .ready = true}};
  report.ephemeral_containers = {
      {.name = "e", .state = ContainerState::kRunning, .up = true, .ready = true}};
  PodSituation situation{.attempt = {"u", 1}, .report = report};
  ContainerStatuses statuses = container_statuses(pod, situation);
  EXPECT_TRUE(statuses.init.as_array()[0].at("started").as_bool());
  EXPECT_FALSE(statuses.init.as_array()[0].at("ready").as_bool());
  EXPECT_TRUE(statuses.main.as_array()[0].at("ready").as_bool());
  const json::Value& debug = statuses.ephemeral.as_array()[0];
  EXPECT_NE(debug.find("state", "running"), nullptr);
  EXPECT_FALSE(debug.at("ready").as_bool());
  EXPECT_EQ(debug.find("started"), nullptr);
  EXPECT_NE(statuses.ephemeral.as_array()[1].find("state", "waiting"), nullptr);
  situation.failure = PodFailure{.reason = "Lost"};
  statuses = container_statuses(pod, situation);
  EXPECT_FALSE(statuses.main.as_array()[0].at("ready").as_bool());
  EXPECT_FALSE(statuses.main.as_array()[0].at("started").as_bool());
}

TEST(ContainerStatuses, WhatNeverStartedSaysWhyThePodFailed) {
  const json::Value pod = *json::parse(R"({"spec":{"containers":[{"name":"a"}]}})");
  const ContainerStatuses statuses = container_statuses(
      pod, {.attempt = {"u", 1}, .job_id = 5, .failure = PodFailure{.reason = "Cancelled"}});
  EXPECT_EQ(statuses.main.as_array()[0].at("state", "waiting", "reason").as_string(), "Cancelled");
}

TEST(ContainerStatuses, EveryRunHasItsOwnId) {
  const json::Value pod = *json::parse(R"({"spec":{"containers":[{"name":"a"}]}})");
  pod::PodReport report{.attempt = {"u", 1}};
  report.containers = {{.name = "a",
                        .state = pod::ContainerState::kRunning,
                        .restarts = 2,
                        .last = pod::Termination{.exit_code = 1}}};
  const PodSituation running{.attempt = {"u", 1}, .report = report};
  const json::Value now = container_statuses(pod, running).main.as_array()[0];
  EXPECT_EQ(now.at("containerID").as_string(), "sluice://u/1/a/2");
  EXPECT_EQ(now.at("lastState", "terminated", "containerID").as_string(), "sluice://u/1/a/1");
  report.containers[0].state = pod::ContainerState::kWaiting;
  const PodSituation waiting{.attempt = {"u", 1}, .report = report};
  const json::Value then = container_statuses(pod, waiting).main.as_array()[0];
  EXPECT_EQ(then.at("containerID").as_string(), "sluice://u/1/a/2");
  EXPECT_EQ(then.at("lastState", "terminated", "containerID").as_string(), "sluice://u/1/a/2");
}

}  // namespace
}  // namespace sluice::kubelet
