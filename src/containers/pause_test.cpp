// SPDX-License-Identifier: Apache-2.0
#include "containers/pause.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"

namespace sluice::containers {
namespace {

TEST(Pause, WaitsWithoutADescriptorAndUnderItsOwnName) {
  const auto pause = start_pause();
  ASSERT_TRUE(pause.has_value());
  EXPECT_EQ(read_file("/proc/" + std::to_string(*pause) + "/comm").value(), "pause\n");
  EXPECT_EQ(::waitpid(*pause, nullptr, WNOHANG), 0);
  ::kill(*pause, SIGKILL);
  int status = 0;
  EXPECT_EQ(::waitpid(*pause, &status, 0), *pause);
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
}

}  // namespace
}  // namespace sluice::containers
