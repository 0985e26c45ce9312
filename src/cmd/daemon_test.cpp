// SPDX-License-Identifier: Apache-2.0
#include "cmd/daemon.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"

namespace sluice::cmd {
namespace {

using ::testing::HasSubstr;

TEST(Daemon, ParentHearsThatTheChildIsReady) {
  const TemporaryDirectory scratch;
  auto fork = Fork::into_background(scratch.path() / "log");
  ASSERT_TRUE(fork);
  if (fork->in_child()) {
    fork->daemon.ready("listening");
    ::_exit(0);
  }
  EXPECT_EQ(fork->message, "listening");
}

TEST(Daemon, ParentHearsWhyTheChildFailed) {
  const TemporaryDirectory scratch;
  auto fork = Fork::into_background(scratch.path() / "log");
  if (fork && fork->in_child()) {
    fork->daemon.failed("no Slurm");
    ::_exit(1);
  }
  ASSERT_FALSE(fork);
  EXPECT_EQ(fork.error().message, "no Slurm");
}

TEST(Daemon, ASilentDeathPointsToTheLog) {
  const TemporaryDirectory scratch;
  auto fork = Fork::into_background(scratch.path() / "log");
  if (fork && fork->in_child()) {
    ::_exit(1);
  }
  ASSERT_FALSE(fork);
  EXPECT_THAT(fork.error().message, HasSubstr((scratch.path() / "log").string()));
}

}  // namespace
}  // namespace sluice::cmd
