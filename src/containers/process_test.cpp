// SPDX-License-Identifier: Apache-2.0
#include "containers/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "base/pipe.h"

namespace sluice::containers {
namespace {

// The body's verdict, given in a child of its own.
bool in_child(const std::function<bool()>& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::_exit(body() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(Process, DescriptorsMayBeGivenInAnyOrder) {
  EXPECT_TRUE(in_child([] {
    Result<Pipe> pipe = make_pipe();
    // Output goes where input was, and input is nothing.
    ::dup2(pipe->write.get(), STDIN_FILENO);
    if (!connect_descriptors({.stdout_fd = STDIN_FILENO, .stderr_fd = STDIN_FILENO})) {
      return false;
    }
    char got = 0;
    return ::read(STDIN_FILENO, &got, 1) == 0 && ::write(STDOUT_FILENO, "o", 1) == 1 &&
           ::read(pipe->read.get(), &got, 1) == 1 && got == 'o';
  }));
}

TEST(Process, DescriptorsAboveTheThreeCloseOnExec) {
  EXPECT_TRUE(in_child([] {
    const int open = ::fcntl(STDIN_FILENO, F_DUPFD, 50);
    keep_descriptors_private();
    return ::fcntl(open, F_GETFD) == FD_CLOEXEC && ::fcntl(STDERR_FILENO, F_GETFD) == 0;
  }));
}

TEST(Process, BecomesAPlainOne) {
  EXPECT_TRUE(in_child([] {
    ::signal(SIGHUP, SIG_IGN);
    become_a_plain_process();
    return ::signal(SIGHUP, SIG_DFL) == SIG_DFL && ::getsid(0) == ::getpid();
  }));
}

TEST(Process, AStarterThatIsDeadIsNotOutlived) {
  EXPECT_FALSE(in_child([] {
    auto pair = make_channel();
    pair->starter = Channel(UniqueFd());
    die_with_starter(pair->started);
    return true;
  }));
}

TEST(Process, AMissingDirectoryIsNamed) {
  const auto entered = enter_directory("/no/such/place");
  ASSERT_FALSE(entered.has_value());
  EXPECT_EQ(entered.error().message,
            "working directory \"/no/such/place\": no such file or directory");
}

}  // namespace
}  // namespace sluice::containers
