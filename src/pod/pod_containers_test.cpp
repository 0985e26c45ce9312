// SPDX-License-Identifier: Apache-2.0
#include "pod/pod_containers.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "base/files.h"

namespace sluice::pod {
namespace {

// Processes that exist only as numbers: the order of lives is tested without any.
class CountingRuntime final : public containers::Runtime {
 public:
  std::string_view name() const override { return "counting"; }
  Result<containers::Notes> enter(const containers::Sandbox&) override {
    return containers::Notes{};
  }
  Result<containers::Started> execute(pid_t, const containers::Launch& launch) override {
    return start(launch);
  }
  Result<containers::Started> start(const containers::Launch& launch) override {
    if (launch.argv.empty()) {
      return fail(Code::kInvalid, "no command");
    }
    started.push_back(launch.name);
    return containers::Started{.pid = kNoProcess + static_cast<pid_t>(started.size())};
  }
  static constexpr pid_t kNoProcess = 1 << 29;  // above any real pid
  std::vector<std::string> started;
};

class PodContainersTest : public ::testing::Test {
 protected:
  PodContainers make(std::string policy) {
    spec_.restart_policy = std::move(policy);
    return PodContainers(spec_, surroundings_, RestartRule{});
  }
  void end(PodContainers& pod, int number, int exit_code) {
    pod.reaped(CountingRuntime::kNoProcess + number, exit_code << 8);
    pod.advance();
  }

  TemporaryDirectory scratch_;
  FakeClock clock_;
  CountingRuntime runtime_;
  ContainerSurroundings surroundings_{scratch_.path(), {}, runtime_, clock_};
  PodSpec spec_{.init_containers = {{.name = "i1", .argv = {"x"}}, {.name = "i2", .argv = {"x"}}},
                .containers = {{.name = "a", .argv = {"x"}}, {.name = "b", .argv = {"x"}}}};
};

TEST_F(PodContainersTest, InitContainersComeInOrderThenTheOthersTogether) {
  PodContainers pod = make("Never");
  pod.advance();
  EXPECT_EQ(runtime_.started, std::vector<std::string>{"i1"});
  end(pod, 1, 0);
  end(pod, 2, 0);
  EXPECT_EQ(runtime_.started, (std::vector<std::string>{"i1", "i2", "a", "b"}));
  end(pod, 3, 0);
  EXPECT_FALSE(pod.over());
  end(pod, 4, 0);
  EXPECT_TRUE(pod.over());
  EXPECT_TRUE(pod.succeeded());
}

TEST_F(PodContainersTest, AFailedInitContainerEndsAPodThatNeverRestarts) {
  PodContainers pod = make("Never");
  pod.advance();
  end(pod, 1, 3);
  EXPECT_TRUE(pod.over());
  EXPECT_FALSE(pod.succeeded());
  PodReport report;
  pod.fill(report);
  EXPECT_EQ(report.init_containers[0].exit_code, 3);
  EXPECT_EQ(report.containers[0].reason, "PodInitializing");
}

TEST_F(PodContainersTest, RestartsWaitLongerEachTime) {
  spec_.init_containers.clear();
  spec_.containers.pop_back();
  PodContainers pod = make("OnFailure");
  pod.advance();
  end(pod, 1, 1);  // the first restart is immediate
  EXPECT_EQ(runtime_.started.size(), 2u);
  end(pod, 2, 1);
  EXPECT_EQ(runtime_.started.size(), 2u);
  EXPECT_EQ(*pod.next_restart(), clock_.steady() + std::chrono::seconds(10));
  PodReport report;
  pod.fill(report);
  EXPECT_EQ(report.containers[0].reason, "CrashLoopBackOff");
  EXPECT_FALSE(pod.over());
  clock_.advance(std::chrono::seconds(10));
  pod.advance();
  EXPECT_EQ(runtime_.started.size(), 3u);
  end(pod, 3, 0);
  EXPECT_TRUE(pod.over() && pod.succeeded());
}

TEST_F(PodContainersTest, StopCancelsRestarts) {
  spec_.init_containers.clear();
  spec_.containers.pop_back();
  PodContainers pod = make("Always");
  pod.advance();
  end(pod, 1, 0);
  end(pod, 2, 0);
  pod.stop();
  EXPECT_TRUE(pod.over());
  clock_.advance(std::chrono::hours(1));
  pod.advance();
  EXPECT_EQ(runtime_.started.size(), 2u);
}

TEST_F(PodContainersTest, AContainerThatCannotStartFailsThePod) {
  spec_.init_containers.clear();
  spec_.containers = {{.name = "a"}};
  PodContainers pod = make("Never");
  pod.advance();
  EXPECT_TRUE(pod.over());
  EXPECT_FALSE(pod.succeeded());
}

}  // namespace
}  // namespace sluice::pod
