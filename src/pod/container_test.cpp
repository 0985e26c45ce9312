// SPDX-License-Identifier: Apache-2.0
#include "pod/container.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "base/files.h"
#include "containers/host_runtime.h"
#include "pod/host.h"

namespace sluice::pod {
namespace {

class ContainerTest : public ::testing::Test {
 protected:
  void run_to_end(Container& container) {
    container.start();
    if (container.running()) {
      int status = 0;
      ASSERT_EQ(::waitpid(container.pid(), &status, 0), container.pid());
      container.ended(status);
    }
  }
  std::string log() { return *read_file(log_path(scratch_.path(), "main")); }
  ContainerSpec spec(std::vector<std::string> argv) {
    return {.name = "main", .argv = std::move(argv), .environment = {{"B", "pod"}}};
  }

  TemporaryDirectory scratch_;
  FakeClock clock_;
  containers::HostRuntime runtime_;
  const PodSpec pod_{};
  std::unique_ptr<Sandbox> sandbox_ =
      *Sandbox::enter(pod_, runtime_, {scratch_.path(), {"PATH=/usr/bin:/bin", "A=job", "B=job"}});
  ContainerSurroundings surroundings_{*sandbox_, clock_};
};

TEST_F(ContainerTest, OutputAndExitCodeAreKept) {
  const ContainerSpec what = spec({"sh", "-c", "echo $A $B; echo bad >&2; exit 4"});
  Container container(what, surroundings_);
  run_to_end(container);
  EXPECT_EQ(container.status().state, ContainerState::kTerminated);
  EXPECT_EQ(container.status().exit_code, 4);
  EXPECT_EQ(container.status().reason, "Error");
  EXPECT_NE(log().find("stdout F job pod\n"), std::string::npos);
  EXPECT_NE(log().find("stderr F bad\n"), std::string::npos);
}

TEST_F(ContainerTest, TheHostsAddressIsPutInWhereItStands) {
  const std::string stand_in(kHostAddress);
  ContainerSpec what = spec({"sh", "-c", "echo $IP; echo $0", "a=" + stand_in + "+" + stand_in});
  what.environment = {{"IP", stand_in}};
  Container container(what, surroundings_);
  run_to_end(container);
  const std::string address = host_address();
  EXPECT_NE(log().find("stdout F " + address + "\n"), std::string::npos);
  EXPECT_NE(log().find("stdout F a=" + address + "+" + address + "\n"), std::string::npos);
}

TEST_F(ContainerTest, UseIsToldByTheSecond) {
  const ContainerSpec what = spec({"sleep", "1000"});
  Container container(what, surroundings_);
  container.start();
  ASSERT_TRUE(container.running());
  EXPECT_FALSE(container.status().usage.has_value());
  container.measured({std::chrono::seconds(1), 4096});
  EXPECT_FALSE(container.status().usage.has_value()) << "no time has passed";
  clock_.advance(std::chrono::seconds(10));
  container.measured({std::chrono::seconds(5), 4096});
  ASSERT_TRUE(container.status().usage.has_value());
  EXPECT_EQ(container.status().usage->cpu_nanocores, 500'000'000);
  EXPECT_EQ(container.status().usage->memory_bytes, 4096);
  EXPECT_EQ(container.status().usage->window, std::chrono::seconds(10));
  clock_.advance(std::chrono::seconds(5));
  container.measured({std::chrono::seconds(4), 8192});
  EXPECT_EQ(container.status().usage->cpu_nanocores, 0) << "never less than nothing";
  container.kill();
  int status = 0;
  ASSERT_EQ(::waitpid(container.pid(), &status, 0), container.pid());
  container.ended(status);
  EXPECT_FALSE(container.status().usage.has_value());
}

TEST_F(ContainerTest, ASignalIsTold) {
  const ContainerSpec what = spec({"sh", "-c", "kill -9 $$"});
  Container container(what, surroundings_);
  run_to_end(container);
  EXPECT_EQ(container.status().signal, 9);
  EXPECT_EQ(container.status().exit_code, 137);
}

TEST_F(ContainerTest, WhoHadToDieForLackOfMemoryIsSaidToHave) {
  std::int64_t kills = 4;
  surroundings_.memory_kills = [&] { return kills; };
  const ContainerSpec what = spec({"sh", "-c", "kill -9 $$"});
  Container container(what, surroundings_);
  run_to_end(container);
  EXPECT_EQ(container.status().reason, "Error");  // those were before its time
  surroundings_.memory_kills = [&] { return kills++; };
  run_to_end(container);
  EXPECT_EQ(container.status().reason, "OOMKilled");
  EXPECT_EQ(container.status().exit_code, 137);
}

TEST_F(ContainerTest, WhatCannotStartHasEnded) {
  const ContainerSpec what = spec({});
  Container container(what, surroundings_);
  run_to_end(container);
  EXPECT_EQ(container.status().reason, "StartError");
  EXPECT_EQ(container.status().exit_code, 128);
  EXPECT_NE(container.status().message.find("no command"), std::string::npos);
}

TEST_F(ContainerTest, ASecondRunRemembersTheFirst) {
  const ContainerSpec what = spec({"sh", "-c", "exit 7"});
  Container container(what, surroundings_);
  run_to_end(container);
  container.wait_for("CrashLoopBackOff", "later");
  EXPECT_EQ(container.status().state, ContainerState::kWaiting);
  run_to_end(container);
  EXPECT_EQ(container.status().restarts, 1);
  ASSERT_TRUE(container.status().last.has_value());
  EXPECT_EQ(container.status().last->exit_code, 7);
}

TEST_F(ContainerTest, ChildrenLeftBehindDoNotHoldTheOutput) {
  const ContainerSpec what = spec({"sh", "-c", "sleep 1000 & echo done"});
  Container container(what, surroundings_);
  run_to_end(container);
  EXPECT_EQ(container.status().exit_code, 0);
  EXPECT_NE(log().find("stdout F done\n"), std::string::npos);
}

}  // namespace
}  // namespace sluice::pod
