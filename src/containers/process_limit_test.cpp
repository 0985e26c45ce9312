// SPDX-License-Identifier: Apache-2.0
#include "containers/process_limit.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sluice::containers {
namespace {

TEST(ProcessLimit, IsAShareOfTheMachine) {
  EXPECT_GT(usual_process_limit(), 0U);
  EXPECT_LT(usual_process_limit(), 4194304U);  // the most that a kernel can have
}

TEST(ProcessLimit, OnlyEverBecomesLower) {
  const pid_t child = ::fork();
  if (child == 0) {
    limit_processes(1000);
    limit_processes(2000);
    rlimit limit{};
    ::getrlimit(RLIMIT_NPROC, &limit);
    ::_exit(limit.rlim_cur <= 1000 && limit.rlim_max <= 1000 ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace sluice::containers
