// SPDX-License-Identifier: Apache-2.0
#include "containers/guard.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "base/child_processes.h"

namespace sluice::containers {
namespace {

pid_t sleeper() {
  const pid_t process = ::fork();
  if (process == 0) {
    while (true) {
      ::pause();
    }
  }
  return process;
}

class Guard : public ::testing::Test {
 protected:
  ~Guard() override {
    while (::wait(nullptr) > 0) {  // guards end by themselves
    }
  }
};

TEST_F(Guard, TheSecondEndsWithTheFirst) {
  const pid_t first = sleeper();
  const pid_t then = sleeper();
  kill_after(first, then);
  EXPECT_EQ(::kill(first, SIGKILL), 0);
  int status = 0;
  EXPECT_EQ(::waitpid(then, &status, 0), then);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(::waitpid(first, nullptr, 0), first);
}

TEST_F(Guard, EndsWhenThereIsNothingLeftToKill) {
  const pid_t first = sleeper();
  const pid_t then = sleeper();
  const std::vector<pid_t> before = children_of(::getpid());
  kill_after(first, then);
  pid_t guard = 0;
  for (const pid_t child : children_of(::getpid())) {
    guard = std::count(before.begin(), before.end(), child) == 0 ? child : guard;
  }
  ASSERT_NE(guard, 0);
  ::kill(then, SIGKILL);
  EXPECT_EQ(::waitpid(then, nullptr, 0), then);
  EXPECT_EQ(::waitpid(guard, nullptr, 0), guard);
  EXPECT_EQ(::kill(first, SIGKILL), 0);
  EXPECT_EQ(::waitpid(first, nullptr, 0), first);
}

TEST_F(Guard, OfTheDeadNobodyIsKilled) {
  const pid_t then = sleeper();
  const pid_t first = sleeper();
  ::kill(first, SIGKILL);
  ::waitpid(first, nullptr, 0);
  kill_after(first, then);
  EXPECT_EQ(::waitpid(then, nullptr, WNOHANG), 0);
  ::kill(then, SIGKILL);
  EXPECT_EQ(::waitpid(then, nullptr, 0), then);
}

}  // namespace
}  // namespace sluice::containers
