// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_phase.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::kubelet {
namespace {

using pod::ContainerState;
using pod::ContainerStatus;

constexpr auto kWaiting = ContainerState::kWaiting;
constexpr auto kRunning = ContainerState::kRunning;
constexpr auto kTerminated = ContainerState::kTerminated;

class PodPhase : public ::testing::Test {
 protected:
  std::string_view phase() const { return phase_of(pod_, {.report = report_}); }

  json::Value pod_ = *json::parse(R"({"spec":{
      "initContainers":[{"name":"i"},{"name":"s","restartPolicy":"Always"}],
      "containers":[{"name":"a"},{"name":"b"}]}})");
  pod::PodReport report_{.init_containers = {{.name = "i"}, {.name = "s"}},
                         .containers = {{.name = "a"}, {.name = "b"}}};
};

TEST_F(PodPhase, WithoutAWordFromTheRunnerItIsPending) {
  EXPECT_EQ(phase_of(pod_, {}), "Pending");
  EXPECT_EQ(phase_of(pod_, {.failure = PodFailure{}}), "Failed");
}

TEST_F(PodPhase, APodIsPendingUntilEveryContainerHasRun) {
  EXPECT_EQ(phase(), "Pending");
  report_.init_containers[0].state = kTerminated;
  EXPECT_EQ(phase(), "Pending");
  report_.init_containers[1].state = kRunning;
  report_.init_containers[1].up = true;
  EXPECT_EQ(phase(), "Pending");
  report_.containers[0].state = kRunning;
  EXPECT_EQ(phase(), "Pending");
  report_.containers[1].state = kRunning;
  EXPECT_EQ(phase(), "Running");
}

TEST_F(PodPhase, ARestartingContainerKeepsThePodRunning) {
  report_.init_containers[1] = {.name = "s", .last = pod::Termination{}};
  report_.containers[0] = {.name = "a", .last = pod::Termination{.exit_code = 1}};
  report_.containers[1].state = kTerminated;
  EXPECT_EQ(phase(), "Running");
}

TEST_F(PodPhase, AFailingInitContainerKeepsItPending) {
  report_.init_containers[0] = {.name = "i", .last = pod::Termination{.exit_code = 1}};
  EXPECT_EQ(phase(), "Pending");
}

TEST_F(PodPhase, AtTheEndTheMainContainersDecide) {
  report_.finished = true;
  report_.init_containers[1] = {.name = "s", .state = kTerminated, .exit_code = 143};
  for (ContainerStatus& status : report_.containers) {
    status.state = kTerminated;
  }
  EXPECT_EQ(phase(), "Succeeded");
  report_.reason = "DeadlineExceeded";
  EXPECT_EQ(phase(), "Failed");
  report_.reason.clear();
  report_.containers[1].exit_code = 1;
  EXPECT_EQ(phase(), "Failed");
  report_.containers[1] = {.name = "b", .state = kWaiting};
  EXPECT_EQ(phase(), "Failed");
}

}  // namespace
}  // namespace sluice::kubelet
