// SPDX-License-Identifier: Apache-2.0
#include "containers/seccomp.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <functional>

namespace sluice::containers {
namespace {

// errno of a call made under the profile, 0 when it succeeded.
int outcome(Capabilities set, const std::function<long()>& call) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (!load_profile(default_profile(set)).has_value()) {
      ::_exit(255);
    }
    ::_exit(call() < 0 ? errno : 0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

Capabilities with(std::vector<std::string> names) {
  return allowed_capabilities({.add = std::move(names)}).value();
}

TEST(Seccomp, RefusesWhatTheKernelShouldNotBeAskedFor) {
  EXPECT_EQ(outcome(with({}), [] { return ::syscall(SYS_keyctl, 0, 0, 0, 0, 0); }), EPERM);
  EXPECT_EQ(outcome(with({}), [] { return ::syscall(SYS_io_uring_setup, 0, nullptr); }), EPERM);
  EXPECT_EQ(outcome(with({}), [] { return ::syscall(SYS_userfaultfd, -1); }), EPERM);
  EXPECT_EQ(outcome(with({}), [] { return ::unshare(0); }), EPERM);
}

TEST(Seccomp, ACapabilityOpensItsCalls) {
  EXPECT_EQ(outcome(with({"SYS_ADMIN"}), [] { return ::unshare(0); }), 0);
  EXPECT_EQ(outcome(with({}), [] { return ::syscall(SYS_get_mempolicy, 0, 0, 0, 0, 0); }), EPERM);
  EXPECT_NE(outcome(with({"SYS_NICE"}), [] { return ::syscall(SYS_get_mempolicy, 0, 0, 0, 0, 0); }),
            EPERM);
}

TEST(Seccomp, ForkWorksAndANewNamespaceDoesNot) {
  EXPECT_EQ(outcome(with({}),
                    [] {
                      const pid_t child = ::fork();
                      if (child == 0) {
                        ::_exit(0);
                      }
                      return static_cast<long>(child);
                    }),
            0);
  EXPECT_EQ(
      outcome(with({}), [] { return ::syscall(SYS_clone, CLONE_NEWUSER, nullptr, nullptr, 0, 0); }),
      EPERM);
  EXPECT_EQ(outcome(with({}), [] { return ::syscall(SYS_clone3, nullptr, 0); }), ENOSYS);
}

TEST(Seccomp, ArgumentsDecideWhereTheyMust) {
  EXPECT_EQ(outcome(with({}), [] { return static_cast<long>(::socket(AF_UNIX, SOCK_STREAM, 0)); }),
            0);
  EXPECT_EQ(outcome(with({}), [] { return static_cast<long>(::socket(40, SOCK_STREAM, 0)); }),
            EPERM);
  EXPECT_EQ(outcome(with({}), [] { return static_cast<long>(::personality(0xffffffff)); }), 0);
  EXPECT_EQ(outcome(with({}), [] { return static_cast<long>(::personality(0x40000)); }), EPERM);
}

TEST(Seccomp, CallsNobodyKnowsYetAreNotKnown) {
  EXPECT_EQ(outcome(with({}), [] { return ::syscall(500); }), ENOSYS);
}

}  // namespace
}  // namespace sluice::containers
