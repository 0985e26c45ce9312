// SPDX-License-Identifier: Apache-2.0
#include "containers/host_runtime.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "base/unique_fd.h"

namespace sluice::containers {
namespace {

class HostRuntimeTest : public ::testing::Test {
 protected:
  Launch launch(std::vector<std::string> argv) {
    output_ =
        UniqueFd(::open((scratch_.path() / "out").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600));
    return Launch{.name = "main",
                  .argv = std::move(argv),
                  .environment = {"PATH=/usr/bin:/bin", "COLOUR=green"},
                  .working_directory = scratch_.path(),
                  .stdout_fd = output_.get(),
                  .stderr_fd = output_.get()};
  }

  // Exit code of the started command, or 128 + signal.
  static int wait_for(pid_t pid) {
    int status = 0;
    EXPECT_EQ(::waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  std::string output() { return *read_file(scratch_.path() / "out"); }

  TemporaryDirectory scratch_;
  UniqueFd output_;
  HostRuntime runtime_;
};

TEST_F(HostRuntimeTest, RunsTheCommandWithItsEnvironmentAndDirectory) {
  const auto pid = runtime_.start(launch({"sh", "-c", "echo $COLOUR; pwd; exit 3"}));
  ASSERT_TRUE(pid.has_value()) << pid.error().message;
  EXPECT_EQ(wait_for(pid->pid), 3);
  EXPECT_EQ(output(), "green\n" + scratch_.path().string() + "\n");
}

TEST_F(HostRuntimeTest, ReadsTheInputItIsGiven) {
  const UniqueFd input(::open("/dev/zero", O_RDONLY | O_CLOEXEC));
  Launch with_input = launch({"sh", "-c", "head -c 3 | wc -c"});
  with_input.stdin_fd = input.get();
  const auto started = runtime_.start(with_input);
  ASSERT_TRUE(started.has_value());
  EXPECT_EQ(wait_for(started->pid), 0);
  EXPECT_EQ(output(), "3\n");
}

TEST_F(HostRuntimeTest, ATerminalIsTheControllingOne) {
  Launch in_terminal = launch({"sh", "-c", "stty size >/dev/tty"});
  in_terminal.terminal = Terminal{.rows = 43, .columns = 132};
  const auto started = runtime_.start(in_terminal);
  ASSERT_TRUE(started.has_value()) << started.error().message;
  char buffer[16] = {};
  EXPECT_GT(::read(started->terminal.get(), buffer, sizeof buffer), 0);
  EXPECT_STREQ(buffer, "43 132\r\n");
  EXPECT_EQ(wait_for(started->pid), 0);
}

TEST_F(HostRuntimeTest, TheProcessLeadsItsOwnSession) {
  const auto pid = runtime_.start(launch({"sh", "-c", "read x </dev/stdin; exec sleep 100"}));
  ASSERT_TRUE(pid.has_value());
  EXPECT_EQ(::getsid(pid->pid), pid->pid);
  ::kill(pid->pid, SIGKILL);
  EXPECT_EQ(wait_for(pid->pid), 128 + SIGKILL);
}

TEST_F(HostRuntimeTest, NoCommandIsExplained) {
  const auto pid = runtime_.start(launch({}));
  ASSERT_FALSE(pid.has_value());
  EXPECT_EQ(pid.error().code, Code::kInvalid);
  EXPECT_NE(pid.error().message.find("container has no command"), std::string::npos);
}

TEST_F(HostRuntimeTest, AMissingProgramIsNamed) {
  const auto pid = runtime_.start(launch({"no-such-program"}));
  ASSERT_FALSE(pid.has_value());
  EXPECT_EQ(pid.error().message, "exec: \"no-such-program\": executable file not found in $PATH");
}

TEST_F(HostRuntimeTest, AMissingWorkingDirectoryIsNamed) {
  Launch bad = launch({"true"});
  bad.working_directory = "/no/such/place";
  const auto pid = runtime_.start(bad);
  ASSERT_FALSE(pid.has_value());
  EXPECT_EQ(pid.error().message, "working directory \"/no/such/place\": no such file or directory");
}

TEST_F(HostRuntimeTest, WhatItDoesNotGiveIsTold) {
  Launch odd = launch({"true"});
  odd.read_only_root = true;
  odd.mounts = {{.source = "/tmp", .target = "/a"}, {.source = "/tmp", .target = "/b"}};
  const auto started = runtime_.start(odd);
  ASSERT_TRUE(started.has_value());
  EXPECT_EQ(wait_for(started->pid), 0);
  EXPECT_EQ(started->notes,
            (Notes{"the host runtime neither protects the root nor drops capabilities",
                   "the host runtime mounts nothing: /a, /b"}));
  EXPECT_EQ(runtime_.enter({.hostname = "pod", .sysctls = {{"a", "b"}}})->size(), 2u);
}

TEST_F(HostRuntimeTest, SignalsAreNotBlockedInTheContainer) {
  sigset_t blocked;
  sigset_t before;
  sigfillset(&blocked);
  ::sigprocmask(SIG_SETMASK, &blocked, &before);
  const auto pid = runtime_.start(launch({"sleep", "100"}));
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  ASSERT_TRUE(pid.has_value());
  ::kill(pid->pid, SIGTERM);
  EXPECT_EQ(wait_for(pid->pid), 128 + SIGTERM);
}

}  // namespace
}  // namespace sluice::containers
