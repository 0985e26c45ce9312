// SPDX-License-Identifier: Apache-2.0
#include "services/launch.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

namespace sluice::services {
namespace {

int end_of(const std::vector<std::string>& command) {
  const auto child = start_child(command, "");
  EXPECT_TRUE(child.has_value());
  int status = 0;
  EXPECT_EQ(::waitpid(child.value_or(0), &status, 0), child.value_or(-1));
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST(Launch, AChildEndsAsItsProgramDoes) {
  EXPECT_EQ(end_of({"/bin/sh", "-c", "exit 0"}), 0);
  EXPECT_EQ(end_of({"/bin/sh", "-c", "exit 3"}), 3);
  EXPECT_EQ(end_of({"/no/such/program"}), 127);
}

// Whoever waits for it has blocked those signals, which it must not inherit.
TEST(Launch, AChildCanBeToldToStop) {
  sigset_t stop;
  sigset_t before;
  ::sigemptyset(&stop);
  ::sigaddset(&stop, SIGTERM);
  ::sigprocmask(SIG_BLOCK, &stop, &before);
  EXPECT_EQ(end_of({"/bin/sh", "-c", "kill -TERM $$; exit 0"}), -SIGTERM);
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace
}  // namespace sluice::services
