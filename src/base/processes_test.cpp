// SPDX-License-Identifier: Apache-2.0
#include "base/processes.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

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

}  // namespace
}  // namespace sluice
