// SPDX-License-Identifier: Apache-2.0
#include "pod/host.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sluice::pod {
namespace {

TEST(Host, HasANameAndAnAddress) {
  EXPECT_FALSE(host_name().empty());
  in_addr address{};
  EXPECT_EQ(::inet_pton(AF_INET, host_address().c_str(), &address), 1);
}

TEST(Host, KillsProcessesThatLeftTheirGroup) {
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
}  // namespace sluice::pod
