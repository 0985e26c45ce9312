// SPDX-License-Identifier: Apache-2.0
#include "pod/pod_containers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include "base/files.h"
#include "pod/counting_runtime.h"

namespace sluice::pod {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;

class PodContainersTest : public ::testing::Test {
 protected:
  PodContainers& make(std::string policy) {
    spec_.restart_policy = std::move(policy);
    return pod_.emplace(spec_, surroundings_, RestartRule{});
  }
  // The n-th process ends.
  void end(PodContainers& pod, std::size_t number, int exit_code = 0) {
    pod.reaped(CountingRuntime::pid(number), exit_code << 8);
    pod.advance();
  }
  static ContainerSpec sidecar(std::string name) {
    ContainerSpec spec{.name = std::move(name), .argv = {"x"}};
    spec.lifecycle.restart_policy = "Always";
    return spec;
  }
  static Action exec(std::string command) {
    return {.kind = ActionKind::kExec, .command = {std::move(command)}};
  }
  PodReport report() const {
    PodReport report;
    pod_->fill(report);
    return report;
  }

  TemporaryDirectory scratch_;
  FakeClock clock_;
  CountingRuntime runtime_;
  const PodSpec empty_{};
  std::unique_ptr<Sandbox> sandbox_ = *Sandbox::enter(empty_, runtime_, {scratch_.path(), {}});
  ContainerSurroundings surroundings_{*sandbox_, clock_};
  PodSpec spec_{.grace_period_seconds = 30,
                .init_containers = {{.name = "i1", .argv = {"x"}}, {.name = "i2", .argv = {"x"}}},
                .containers = {{.name = "a", .argv = {"x"}}, {.name = "b", .argv = {"x"}}}};
  std::optional<PodContainers> pod_;
};

TEST_F(PodContainersTest, InitContainersComeInOrderThenTheOthersTogether) {
  PodContainers& pod = make("Never");
  pod.advance();
  EXPECT_THAT(runtime_.started, ElementsAre("i1"));
  end(pod, 1);
  end(pod, 2);
  EXPECT_THAT(runtime_.started, ElementsAre("i1", "i2", "a", "b"));
  end(pod, 3);
  EXPECT_FALSE(pod.over());
  end(pod, 4);
  EXPECT_TRUE(pod.over());
  EXPECT_TRUE(pod.succeeded());
}

TEST_F(PodContainersTest, AFailedInitContainerEndsAPodThatNeverRestarts) {
  PodContainers& pod = make("Never");
  pod.advance();
  end(pod, 1, 3);
  EXPECT_TRUE(pod.over());
  EXPECT_FALSE(pod.succeeded());
  EXPECT_EQ(report().init_containers[0].exit_code, 3);
  EXPECT_EQ(report().containers[0].reason, "PodInitializing");
}

TEST_F(PodContainersTest, AnInitContainersOwnRulesMayRestartIt) {
  spec_.init_containers[0].lifecycle.restart_policy = "Never";
  spec_.init_containers[0].lifecycle.restart_rules = {{.codes = {42}}};
  PodContainers& pod = make("Never");
  pod.advance();
  end(pod, 1, 42);
  EXPECT_THAT(runtime_.started, ElementsAre("i1", "i1"));
  end(pod, 2, 1);
  EXPECT_TRUE(pod.over());
}

TEST_F(PodContainersTest, RestartsWaitLongerEachTime) {
  spec_.init_containers.clear();
  spec_.containers.pop_back();
  PodContainers& pod = make("OnFailure");
  pod.advance();
  end(pod, 1, 1);  // the first restart is immediate
  EXPECT_EQ(runtime_.started.size(), 2u);
  end(pod, 2, 1);
  EXPECT_EQ(runtime_.started.size(), 2u);
  EXPECT_EQ(*pod.next(), clock_.steady() + seconds(10));
  EXPECT_EQ(report().containers[0].reason, "CrashLoopBackOff");
  EXPECT_FALSE(pod.over());
  clock_.advance(seconds(10));
  pod.advance();
  EXPECT_EQ(runtime_.started.size(), 3u);
  end(pod, 3, 0);
  EXPECT_TRUE(pod.over() && pod.succeeded());
}

TEST_F(PodContainersTest, StopCancelsRestarts) {
  spec_.init_containers.clear();
  spec_.containers.pop_back();
  PodContainers& pod = make("Always");
  pod.advance();
  end(pod, 1);
  end(pod, 2);
  pod.stop(seconds(5));
  EXPECT_TRUE(pod.over());
  clock_.advance(std::chrono::hours(1));
  pod.advance();
  EXPECT_EQ(runtime_.started.size(), 2u);
}

TEST_F(PodContainersTest, StoppedBeforeItsMainContainersThePodStartsNone) {
  PodContainers& pod = make("Always");
  pod.advance();
  pod.stop(seconds(5));
  EXPECT_FALSE(pod.over());
  end(pod, 1);
  EXPECT_TRUE(pod.over());
  EXPECT_FALSE(pod.succeeded());
  EXPECT_THAT(runtime_.started, ElementsAre("i1"));
}

TEST_F(PodContainersTest, AContainerThatCannotStartFailsThePod) {
  spec_.init_containers.clear();
  spec_.containers = {{.name = "a"}};
  PodContainers& pod = make("Never");
  pod.advance();
  EXPECT_TRUE(pod.over());
  EXPECT_FALSE(pod.succeeded());
  EXPECT_EQ(report().events[0].reason, "Failed");
  EXPECT_EQ(report().events[0].message, "Error: no command");
}

TEST_F(PodContainersTest, ASidecarStaysWhileTheNextOnesCome) {
  spec_.init_containers = {sidecar("s"), {.name = "i", .argv = {"x"}}};
  spec_.containers.pop_back();
  PodContainers& pod = make("Never");
  pod.advance();
  EXPECT_THAT(runtime_.started, ElementsAre("s", "i"));
  end(pod, 2);
  EXPECT_THAT(runtime_.started, ElementsAre("s", "i", "a"));
  end(pod, 1, 1);  // it comes back, whatever the pod's policy
  EXPECT_THAT(runtime_.started, ElementsAre("s", "i", "a", "s"));
  end(pod, 3);  // the pod's work is done: the sidecar has to go
  EXPECT_FALSE(pod.over());
  EXPECT_EQ(report().events.back().message, "Stopping container s");
  end(pod, 4, 143);
  EXPECT_TRUE(pod.over());
  EXPECT_TRUE(pod.succeeded()) << "how a sidecar ends is no matter";
}

TEST_F(PodContainersTest, AStartupProbeOfASidecarHoldsTheNextOnesBack) {
  spec_.init_containers = {sidecar("s")};
  spec_.init_containers[0].lifecycle.startup = ProbeSpec{.action = exec("probe")};
  PodContainers& pod = make("Always");
  pod.advance();
  EXPECT_THAT(runtime_.started, ElementsAre("s"));
  clock_.advance(seconds(1));
  pod.advance();
  EXPECT_THAT(runtime_.started, ElementsAre("s", "s: probe"));
  end(pod, 2);
  EXPECT_THAT(runtime_.started, ElementsAre("s", "s: probe", "a", "b"));
  EXPECT_TRUE(report().init_containers[0].up);
}

TEST_F(PodContainersTest, SidecarsEndAfterTheMainContainersTheLatestFirst) {
  spec_.init_containers = {sidecar("s1"), sidecar("s2")};
  PodContainers& pod = make("Always");
  pod.advance();
  EXPECT_THAT(runtime_.started, ElementsAre("s1", "s2", "a", "b"));
  pod.stop(seconds(30));
  const SteadyTime force = clock_.steady() + seconds(30);
  // Whoever has been signalled waits for force in 30 s as well as who waits for its turn; the order
  // shows in what is still allowed to take two seconds after the grace period.
  clock_.advance(seconds(10));
  end(pod, 3, 143);
  end(pod, 4, 143);
  end(pod, 2, 143);
  EXPECT_FALSE(pod.over());
  EXPECT_EQ(pod.next(), force);
  end(pod, 1, 143);
  EXPECT_TRUE(pod.over());
  EXPECT_EQ(runtime_.started.size(), 4u) << "nothing comes back";
}

TEST_F(PodContainersTest, APostStartHookHoldsTheNextMainContainerBack) {
  spec_.init_containers.clear();
  spec_.containers[0].lifecycle.post_start = exec("hook");
  PodContainers& pod = make("Always");
  pod.advance();
  EXPECT_THAT(runtime_.started, ElementsAre("a", "a: hook"));
  EXPECT_EQ(report().containers[0].state, ContainerState::kWaiting);
  end(pod, 2);
  EXPECT_THAT(runtime_.started, ElementsAre("a", "a: hook", "b"));
  EXPECT_EQ(report().containers[0].state, ContainerState::kRunning);
}

TEST_F(PodContainersTest, EphemeralContainersComeOnceAndKeepNothingAlive) {
  spec_.init_containers.clear();
  spec_.containers.pop_back();
  PodContainers& pod = make("Never");
  pod.advance();
  const std::vector<ContainerSpec> debug{{.name = "debug", .argv = {"x"}}};
  pod.add_ephemeral(debug);
  pod.add_ephemeral(debug);
  EXPECT_THAT(runtime_.started, ElementsAre("a", "debug"));
  EXPECT_EQ(report().ephemeral_containers[0].state, ContainerState::kRunning);
  end(pod, 1);
  EXPECT_FALSE(pod.over()) << "it still has to be ended";
  end(pod, 2, 143);
  EXPECT_TRUE(pod.over() && pod.succeeded());
  pod.add_ephemeral({{.name = "late", .argv = {"x"}}});
  EXPECT_EQ(runtime_.started.size(), 2u);
}

TEST_F(PodContainersTest, AnEphemeralContainerSeesTheProcessesOfItsTarget) {
  spec_.init_containers.clear();
  PodContainers& pod = make("Always");
  pod.advance();
  pod.add_ephemeral({{.name = "good", .argv = {"x"}, .processes_of = "b"},
                     {.name = "bad", .argv = {"x"}, .processes_of = "none"}});
  EXPECT_EQ(runtime_.targets.at("good"), CountingRuntime::pid(2));
  EXPECT_EQ(report().ephemeral_containers[1].message, "unable to find target container none");
}

TEST_F(PodContainersTest, ChangesAreTold) {
  PodContainers& pod = make("Never");
  pod.advance();
  EXPECT_TRUE(pod.take_changed());
  EXPECT_FALSE(pod.take_changed());
  end(pod, 1);
  EXPECT_TRUE(pod.take_changed());
}

}  // namespace
}  // namespace sluice::pod
