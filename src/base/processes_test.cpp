// SPDX-License-Identifier: Apache-2.0
#include "base/processes.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "base/child_processes.h"
#include "base/files.h"
#include "base/waiting.h"

namespace sluice {
namespace {

TEST(Processes, DetachedProgramHasItsEnvironmentAndLogAndEndsWhenToldTo) {
  const TemporaryDirectory scratch("processes");
  const auto process =
      start_detached({.argv = {"/bin/sh", "-c", "echo $WORD; exec sleep 1000"},
                      .environment = {{"WORD", "hello"}, {"PATH", "/usr/bin:/bin"}},
                      .directory = scratch.path(),
                      .log = scratch.path() / "log"});
  ASSERT_TRUE(process.has_value()) << process.error().message;
  EXPECT_TRUE(is_running(*process));
  EXPECT_FALSE(is_running({process->pid, process->start + 1}));
  EXPECT_TRUE(wait_until(std::chrono::seconds(10),
                         [&] { return read_file(scratch.path() / "log") == "hello\n"; }));
  const auto all = list_processes();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const ProcessEntry& e) { return e.id == *process; });
  ASSERT_NE(found, all.end());
  EXPECT_NE(std::find(found->environment.begin(), found->environment.end(), "WORD=hello"),
            found->environment.end());
  send_signal(*process, SIGKILL);
  EXPECT_TRUE(wait_until(std::chrono::seconds(10), [&] { return !is_running(*process); }));
}

TEST(Processes, AProgramThatCannotBeExecutedIsAnError) {
  const TemporaryDirectory scratch("processes");
  const auto process = start_detached(
      {.argv = {"/nonexistent/program"}, .directory = "/", .log = scratch.path() / "log"});
  ASSERT_FALSE(process.has_value());
  EXPECT_EQ(process.error().code, Code::kNotFound);
}

TEST(Processes, KillsProcessesThatLeftTheirGroup) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (::fork() == 0) {
      ::setsid();
      if (::fork() == 0) {
        while (true) {
          ::pause();
        }
      }
      ::_exit(0);
    }
    kill_descendants();
    ::_exit(::waitpid(-1, nullptr, WNOHANG) == -1 ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

// Whoever runs this: the limit holds for a user of its own in a namespace of its own.
bool limit_own_processes(rlim_t most) {
  constexpr uid_t kNobodyElse = 61234;
  if (::geteuid() == 0 && ::setresuid(kNobodyElse, kNobodyElse, kNobodyElse) != 0) {
    return false;
  }
  const rlimit limit{most, most};
  return ::unshare(CLONE_NEWUSER) == 0 && ::setrlimit(RLIMIT_NPROC, &limit) == 0;
}

TEST(Processes, KillsWhatForksAllTheTime) {
  constexpr int kNoNamespaces = 77;
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    const pid_t bomb = ::fork();
    if (bomb == 0) {
      if (!limit_own_processes(40)) {
        ::_exit(kNoNamespaces);
      }
      while (true) {
        ::fork();
      }
    }
    int status = 0;
    const bool grown = wait_until(std::chrono::seconds(30), [&] {
      const std::vector<pid_t> below = children_of(bomb);
      return std::any_of(below.begin(), below.end(),
                         [](pid_t process) { return !children_of(process).empty(); }) ||
             ::waitpid(bomb, &status, WNOHANG) != 0;
    });
    kill_descendants();
    ::_exit(WIFEXITED(status) && WEXITSTATUS(status) != 0    ? kNoNamespaces
            : grown && ::waitpid(-1, nullptr, WNOHANG) == -1 ? 0
                                                             : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoNamespaces) {
    GTEST_SKIP() << "needs user namespaces";
  }
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace sluice
