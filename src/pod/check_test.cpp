// SPDX-License-Identifier: Apache-2.0
// Real child processes; the clock is fake, so that nothing is late before a test says so.
#include "pod/check.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>

#include "base/files.h"
#include "containers/host_runtime.h"
#include "pod/answering_server.h"

namespace sluice::pod {
namespace {

class CheckTest : public ::testing::Test {
 protected:
  static Action exec(std::string script) {
    return {.kind = ActionKind::kExec, .command = {"sh", "-c", std::move(script)}};
  }

  // As the runner's loop does it.
  static void await(Check& check) {
    while (!check.result()) {
      pollfd fd{check.fd(), POLLIN, 0};
      ::poll(&fd, 1, 10);
      check.read_output();
      int status = 0;
      const pid_t pid = ::waitpid(-1, &status, WNOHANG);
      if (pid > 0) {
        EXPECT_TRUE(check.reaped(pid, status));
      }
    }
  }
  CheckResult run(const Action& action, Purpose purpose = Purpose::kProbe) {
    Check check(action, container_, purpose, std::chrono::seconds(20), clock_);
    await(check);
    return *check.result();
  }

  TemporaryDirectory scratch_;
  FakeClock clock_;
  containers::HostRuntime runtime_;
  const PodSpec empty_{};
  std::unique_ptr<Sandbox> sandbox_ =
      *Sandbox::enter(empty_, runtime_, {scratch_.path(), {"PATH=/usr/bin:/bin", "A=job"}});
  ContainerSurroundings surroundings_{*sandbox_, clock_};
  ContainerSpec spec_{.name = "main", .environment = {{"B", "pod"}}};
  Container container_{spec_, surroundings_};
};

TEST_F(CheckTest, ACommandSucceedsOrFailsWithWhatItPrinted) {
  const CheckResult good = run(exec("echo $A $B; echo more >&2"));
  EXPECT_EQ(good.outcome, Outcome::kSuccess);
  EXPECT_EQ(good.text, "job pod\nmore\n");
  const CheckResult bad = run(exec("echo no; exit 3"));
  EXPECT_EQ(bad.outcome, Outcome::kFailure);
  EXPECT_EQ(bad.text, "no\n");
  EXPECT_EQ(run(exec("kill -9 $$")).outcome, Outcome::kFailure);
}

TEST_F(CheckTest, ACommandThatCannotStartIsAnError) {
  const CheckResult result = run({.kind = ActionKind::kExec, .command = {"/no/such/program"}});
  EXPECT_EQ(result.outcome, Outcome::kError);
  EXPECT_NE(result.text.find("/no/such/program"), std::string::npos);
}

TEST_F(CheckTest, WhatCanNeverBeDoneIsAnError) {
  const CheckResult result = run({.kind = ActionKind::kTcp, .error = "no such port"});
  EXPECT_EQ(result.outcome, Outcome::kError);
  EXPECT_EQ(result.text, "no such port");
}

TEST_F(CheckTest, LongOutputIsCutAndDoesNotBlock) {
  const CheckResult result = run(exec("head -c 300000 /dev/zero | tr '\\0' x"));
  EXPECT_EQ(result.outcome, Outcome::kSuccess);
  EXPECT_EQ(result.text.size(), Check::kMostOutput);
}

TEST_F(CheckTest, ACommandThatTakesTooLongIsKilled) {
  const Action action = exec("sleep 1000");
  Check check(action, container_, Purpose::kProbe, std::chrono::seconds(2), clock_);
  check.tend();
  EXPECT_FALSE(check.result().has_value());
  EXPECT_EQ(check.deadline(), clock_.steady() + std::chrono::seconds(2));
  clock_.advance(std::chrono::seconds(2));
  check.tend();
  ASSERT_TRUE(check.result().has_value());
  EXPECT_EQ(check.result()->outcome, Outcome::kFailure);
  EXPECT_EQ(check.result()->text, "command timed out: \"sh -c sleep 1000\" timed out after 2s");
  int status = 0;
  const pid_t pid = ::waitpid(-1, &status, 0);
  EXPECT_TRUE(check.reaped(pid, status));
  EXPECT_EQ(check.result()->outcome, Outcome::kFailure);
}

// Elsewhere: who checks must have one thread, for a child of several may find locks taken for ever.
class ServerElsewhere {
 public:
  explicit ServerElsewhere(const std::string& answer) {
    Pipe pipe = std::move(*make_pipe());
    child_ = ::fork();
    if (child_ == 0) {
      const AnsweringServer server({answer});
      const std::uint16_t port = server.port();
      CHECK(::write(pipe.write.get(), &port, sizeof port) == sizeof port);
      ::pause();
    }
    EXPECT_EQ(::read(pipe.read.get(), &port_, sizeof port_), static_cast<ssize_t>(sizeof port_));
  }
  ~ServerElsewhere() {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  std::uint16_t port() const { return port_; }

 private:
  pid_t child_ = 0;
  std::uint16_t port_ = 0;
};

TEST_F(CheckTest, TheNetworkIsAskedByAProcessOfItsOwn) {
  const ServerElsewhere server(http_answer("503 Service Unavailable"));
  const Action action{
      .kind = ActionKind::kHttp, .host = "127.0.0.1", .port = server.port(), .path = "/x"};
  const CheckResult result = run(action);
  EXPECT_EQ(result.outcome, Outcome::kFailure);
  EXPECT_EQ(result.text, "HTTP probe failed with statuscode: 503");
  EXPECT_EQ(run(action, Purpose::kHook).outcome, Outcome::kSuccess);
}

TEST_F(CheckTest, DestroyedItIsKilled) {
  const Action action{.kind = ActionKind::kSleep, .seconds = 1000};
  {
    const Check check(action, container_, Purpose::kHook, std::nullopt, clock_);
    EXPECT_FALSE(check.deadline().has_value());
  }
  int status = 0;
  ::waitpid(-1, &status, 0);
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
}

TEST_F(CheckTest, OtherProcessesAreNotOurs) {
  const Action action = exec("true");
  Check check(action, container_, Purpose::kProbe, std::nullopt, clock_);
  EXPECT_FALSE(check.reaped(1, 0));
  await(check);
}

}  // namespace
}  // namespace sluice::pod
