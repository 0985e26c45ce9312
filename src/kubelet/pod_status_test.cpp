// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_status.h"

#include <gtest/gtest.h>

#include "api/meta.h"
#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::kubelet {
namespace {

using pod::ContainerState;

const WallTime kNow = *parse_rfc3339("2030-01-01T00:00:00Z");

json::Value pod_object() {
  return *json::parse(R"({"metadata":{"name":"p","namespace":"default","uid":"u","generation":1},
      "spec":{"containers":[{"name":"main","image":"i"}]},"status":{"phase":"Pending","qosClass":"BestEffort"}})");
}

pod::PodReport report(ContainerState state, int exit_code = 0) {
  const bool runs = state == ContainerState::kRunning;
  return {.attempt = {"u", 1},
          .host_ip = "10.0.0.7",
          .finished = state == ContainerState::kTerminated,
          .containers = {{.name = "main",
                          .state = state,
                          .exit_code = exit_code,
                          .reason = exit_code == 0 ? "Completed" : "Error",
                          .started = kNow,
                          .up = runs,
                          .ready = runs}}};
}

std::string condition_of(const json::Value& status, std::string_view type) {
  json::Value object;
  object["status"] = status;
  const json::Value* found = api::condition(object, type);
  return found == nullptr ? "" : found->at("status").as_string();
}

TEST(PodStatus, APendingPodShowsSlurmsReason) {
  const slurm::Job job{.id = 12,
                       .state = slurm::JobState::kPending,
                       .reason = "Resources",
                       .expected_start = kNow,
                       .priority = 9};
  const json::Value status =
      build_status(pod_object(), {.attempt = {"u", 1}, .job_id = 12, .job = job}, kNow);
  EXPECT_EQ(status.at("phase").as_string(), "Pending");
  const json::Value& waiting = status.at("containerStatuses").as_array()[0].at("state", "waiting");
  EXPECT_EQ(waiting.at("reason").as_string(), "InSlurmQueue");
  const std::string text =
      "Slurm job 12 is PENDING (Resources), priority 9, expected start 2030-01-01T00:00:00Z";
  EXPECT_EQ(waiting.at("message").as_string(), text);
  EXPECT_EQ(status.at("reason").as_string(), "InSlurmQueue");
  EXPECT_EQ(status.at("message").as_string(), text);
  EXPECT_EQ(condition_of(status, "sluice.dev/JobRunning"), "False");
  EXPECT_EQ(condition_of(status, "PodScheduled"), "True");
  EXPECT_EQ(condition_of(status, "Ready"), "False");
  EXPECT_EQ(condition_of(status, "Initialized"), "True");
  EXPECT_EQ(status.at("qosClass").as_string(), "BestEffort");
  EXPECT_EQ(status.at("observedGeneration").as_int(), 1);
  EXPECT_EQ(status.at("startTime").as_string(), "2030-01-01T00:00:00Z");
}

TEST(PodStatus, ARunningPodIsReady) {
  const json::Value status = build_status(
      pod_object(), {.attempt = {"u", 1}, .report = report(ContainerState::kRunning)}, kNow);
  EXPECT_EQ(status.at("phase").as_string(), "Running");
  EXPECT_EQ(condition_of(status, "Ready"), "True");
  EXPECT_EQ(condition_of(status, "PodReadyToStartContainers"), "True");
  EXPECT_EQ(status.at("podIP").as_string(), "10.0.0.7");
  EXPECT_EQ(status.at("hostIPs").as_array()[0].at("ip").as_string(), "10.0.0.7");
  const json::Value& container = status.at("containerStatuses").as_array()[0];
  EXPECT_TRUE(container.at("ready").as_bool());
  EXPECT_EQ(container.at("containerID").as_string(), "sluice://u/1/main/0");
}

TEST(PodStatus, TheRunnersLastWordIsThePhase) {
  json::Value status = build_status(
      pod_object(), {.attempt = {"u", 1}, .report = report(ContainerState::kTerminated)}, kNow);
  EXPECT_EQ(status.at("phase").as_string(), "Succeeded");
  EXPECT_EQ(condition_of(status, "Ready"), "False");
  status = build_status(
      pod_object(), {.attempt = {"u", 1}, .report = report(ContainerState::kTerminated, 3)}, kNow);
  EXPECT_EQ(status.at("phase").as_string(), "Failed");
  EXPECT_EQ(
      status.at("containerStatuses").as_array()[0].at("state", "terminated", "exitCode").as_int(),
      3);
}

TEST(PodStatus, ADeadlineIsTheReason) {
  pod::PodReport late = report(ContainerState::kTerminated);
  late.reason = "DeadlineExceeded";
  const json::Value status =
      build_status(pod_object(), {.attempt = {"u", 1}, .report = late}, kNow);
  EXPECT_EQ(status.at("phase").as_string(), "Failed");
  EXPECT_EQ(status.at("reason").as_string(), "DeadlineExceeded");
}

TEST(PodStatus, ALostRunnersContainersEndAsSlurmSays) {
  const PodFailure failure{.reason = "OOMKilled", .message = "m", .container_reason = "OOMKilled"};
  const json::Value status = build_status(
      pod_object(),
      {.attempt = {"u", 1}, .report = report(ContainerState::kRunning), .failure = failure}, kNow);
  EXPECT_EQ(status.at("phase").as_string(), "Failed");
  const json::Value& ended = status.at("containerStatuses").as_array()[0].at("state", "terminated");
  EXPECT_EQ(ended.at("reason").as_string(), "OOMKilled");
  EXPECT_EQ(ended.at("exitCode").as_int(), 137);
}

TEST(PodStatus, WaitingForSomethingElseIsSaid) {
  const json::Value status = build_status(
      pod_object(), {.waiting = Waiting{"CreateContainerConfigError", "secret \"x\" not found"}},
      kNow);
  EXPECT_EQ(
      status.at("containerStatuses").as_array()[0].at("state", "waiting", "reason").as_string(),
      "CreateContainerConfigError");
}

TEST(PodStatus, NothingNewIsNoChange) {
  const PodSituation situation{.attempt = {"u", 1}, .report = report(ContainerState::kRunning)};
  json::Value pod = pod_object();
  pod["status"] = build_status(pod, situation, kNow);
  EXPECT_EQ(build_status(pod, situation, kNow + std::chrono::hours(1)), pod.at("status"));
}

TEST(PodStatus, InitContainersAreShownAndHoldThePodPending) {
  json::Value pod = pod_object();
  pod["spec"]["initContainers"] = *json::parse(R"([{"name":"init","image":"i"}])");
  pod::PodReport starting = report(ContainerState::kWaiting);
  starting.containers[0].started.reset();
  starting.containers[0].reason = "PodInitializing";
  starting.init_containers = {{.name = "init", .state = ContainerState::kRunning}};
  const json::Value status = build_status(pod, {.attempt = {"u", 1}, .report = starting}, kNow);
  EXPECT_EQ(status.at("phase").as_string(), "Pending");
  EXPECT_EQ(condition_of(status, "Initialized"), "False");
  EXPECT_NE(status.at("initContainerStatuses").as_array()[0].find("state", "running"), nullptr);
}

TEST(PodStatus, ALaunchThatFailedIsShownWhileTheNextWaits) {
  const slurm::Job job{.id = 13, .state = slurm::JobState::kPending, .reason = "Priority"};
  const json::Value status = build_status(
      pod_object(),
      {.attempt = {"u", 2}, .job_id = 13, .job = job, .launch_failure = "Slurm job 12 failed"},
      kNow);
  EXPECT_EQ(
      status.at("containerStatuses").as_array()[0].at("state", "waiting", "message").as_string(),
      "Slurm job 13 is PENDING (Priority); earlier: Slurm job 12 failed");
}

TEST(PodStatus, AHeldAndASuspendedJobAreShownUntilTheyGoOn) {
  const slurm::Job job{
      .id = 12, .state = slurm::JobState::kPending, .reason = "JobHeldUser", .held = true};
  json::Value pod = pod_object();
  PodSituation situation{.attempt = {"u", 1}, .job_id = 12, .job = job};
  pod["status"] = build_status(pod, situation, kNow);
  EXPECT_EQ(pod.at("status", "reason").as_string(), "JobHeld");
  situation.report = report(ContainerState::kRunning);
  situation.job->state = slurm::JobState::kSuspended;
  pod["status"] = build_status(pod, situation, kNow);
  EXPECT_EQ(pod.at("status", "phase").as_string(), "Running");
  EXPECT_EQ(pod.at("status", "reason").as_string(), "Suspended");
  EXPECT_EQ(condition_of(pod.at("status"), "sluice.dev/JobRunning"), "False");
  situation.job->state = slurm::JobState::kRunning;
  pod["status"] = build_status(pod, situation, kNow);
  EXPECT_EQ(pod.at("status").find("reason"), nullptr);
  EXPECT_EQ(condition_of(pod.at("status"), "sluice.dev/JobRunning"), "True");
}

TEST(PodStatus, InitContainersThatWaitInTheQueueSayItInTheirMessage) {
  json::Value pod = pod_object();
  pod["spec"]["initContainers"] =
      *json::parse(R"([{"name":"init","image":"i"},{"name":"next","image":"i"}])");
  const json::Value status = build_status(pod, {.attempt = {"u", 1}, .job_id = 12}, kNow);
  const auto waiting = [&](const char* list, std::size_t place) {
    return status.at(list).as_array()[place].at("state", "waiting");
  };
  EXPECT_EQ(waiting("initContainerStatuses", 0).at("reason").as_string(), "PodInitializing");
  EXPECT_EQ(waiting("initContainerStatuses", 0).at("message").as_string(), "job 12 was submitted");
  EXPECT_EQ(waiting("initContainerStatuses", 1).at("reason").as_string(), "PodInitializing");
  EXPECT_EQ(waiting("containerStatuses", 0).at("reason").as_string(), "PodInitializing");
  EXPECT_EQ(status.at("reason").as_string(), "InSlurmQueue");
}

TEST(PodStatus, WhatEndedFromOutsideIsNotOverUntilSlurmSaysWhy) {
  pod::PodReport ended = report(ContainerState::kTerminated);
  ended.interrupted = kNow;
  ended.containers[0].finished = kNow + std::chrono::seconds(1);
  PodSituation situation{.attempt = {"u", 1}, .report = ended, .unexplained = true};
  EXPECT_EQ(build_status(pod_object(), situation, kNow).at("phase").as_string(), "Running");
  situation.failure =
      PodFailure{.reason = "Preempted", .container_reason = "Preempted", .disruption = true};
  const json::Value status = build_status(pod_object(), situation, kNow);
  EXPECT_EQ(status.at("phase").as_string(), "Failed");
  const json::Value& state = status.at("containerStatuses").as_array()[0].at("state", "terminated");
  EXPECT_EQ(state.at("reason").as_string(), "Preempted");
  EXPECT_EQ(state.at("exitCode").as_int(), 0);
  EXPECT_EQ(condition_of(status, "DisruptionTarget"), "True");
}

TEST(PodStatus, ATimeLimitThatIsNearIsAConditionUntilItMoves) {
  pod::PodReport late = report(ContainerState::kRunning);
  json::Value pod = pod_object();
  pod["status"] = build_status(pod, {.attempt = {"u", 1}, .report = late}, kNow);
  EXPECT_EQ(condition_of(pod.at("status"), "sluice.dev/TimeLimitNear"), "");
  late.limit_near = true;
  pod["status"] = build_status(pod, {.attempt = {"u", 1}, .report = late}, kNow);
  EXPECT_EQ(condition_of(pod.at("status"), "sluice.dev/TimeLimitNear"), "True");
  late.limit_near = false;
  pod["status"] = build_status(pod, {.attempt = {"u", 1}, .report = late}, kNow);
  EXPECT_EQ(condition_of(pod.at("status"), "sluice.dev/TimeLimitNear"), "False");
}

TEST(IsTerminal, OnlySucceededAndFailed) {
  json::Value pod = pod_object();
  EXPECT_FALSE(is_terminal(pod));
  pod["status"]["phase"] = "Failed";
  EXPECT_TRUE(is_terminal(pod));
}

}  // namespace
}  // namespace sluice::kubelet
