// SPDX-License-Identifier: Apache-2.0
#include "containers/spawn.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "containers/program.h"

namespace sluice::containers {
namespace {

TEST(Spawn, ReturnsTheChildThatRunsTheProgram) {
  const auto started = spawn({}, [](const Channel&) {
    return run_program({"sh", "-c", "exit 5"}, {});
  });
  ASSERT_TRUE(started.has_value());
  int status = 0;
  EXPECT_EQ(::waitpid(started->pid, &status, 0), started->pid);
  EXPECT_EQ(WEXITSTATUS(status), 5);
}

TEST(Spawn, ABodyThatFailsLeavesNoProcess) {
  const auto started = spawn({}, [](const Channel& channel) {
    channel.say(Word::kNote, "never mind");
    return Error{Code::kInvalid, "no"};
  });
  ASSERT_FALSE(started.has_value());
  EXPECT_EQ(started.error(), (Error{Code::kInvalid, "no"}));
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
}

TEST(Spawn, NotesArriveWithTheProcess) {
  const auto started = spawn({}, [](const Channel& channel) {
    channel.say(Word::kNote, "one");
    channel.say(Word::kNote, "two");
    return run_program({"true"}, {});
  });
  ASSERT_TRUE(started.has_value());
  EXPECT_EQ(started->notes, (Notes{"one", "two"}));
  ::waitpid(started->pid, nullptr, 0);
}

TEST(Spawn, AProcessThatIsGoneCannotBeJoined) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  const auto started = spawn({.join = child, .joined = CLONE_NEWNS}, [](const Channel&) {
    return Error{Code::kInternal, "joined"};
  });
  ASSERT_FALSE(started.has_value());
  EXPECT_EQ(started.error().code, Code::kNotFound);
  EXPECT_EQ(started.error().message, "container is not running: no such file or directory");
}

}  // namespace
}  // namespace sluice::containers
