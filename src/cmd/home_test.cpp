// SPDX-License-Identifier: Apache-2.0
#include "cmd/home.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"

namespace sluice::cmd {
namespace {

using ::testing::HasSubstr;

TEST(Home, IsCreatedPrivate) {
  const TemporaryDirectory scratch;
  const Home home(scratch.path() / "home");
  ASSERT_TRUE(home.prepare());
  struct stat status {};
  ASSERT_EQ(::stat(home.directory().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
}

TEST(Home, RefusesADirectoryOthersCanRead) {
  const TemporaryDirectory scratch;
  const Home home(scratch.path() / "home");
  ASSERT_EQ(::mkdir(home.directory().c_str(), 0755), 0);
  ASSERT_EQ(::chmod(home.directory().c_str(), 0755), 0);
  const auto prepared = home.prepare();
  ASSERT_FALSE(prepared);
  EXPECT_THAT(prepared.error().message, HasSubstr("chmod 700"));
}

TEST(HomeLock, ASecondTakerLearnsWhoHoldsIt) {
  const TemporaryDirectory scratch;
  const Home home(scratch.path());
  {
    const auto lock = HomeLock::take(home);
    ASSERT_TRUE(lock);
    ASSERT_TRUE(lock->announce(home, "2030-01-01T00:00:00Z"));
    EXPECT_TRUE(is_held(home));
    const auto second = HomeLock::take(home);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, Code::kAlreadyExists);
    EXPECT_THAT(second.error().message, HasSubstr("process " + std::to_string(::getpid())));
    EXPECT_THAT(second.error().message, HasSubstr("sluice down"));
  }
  EXPECT_FALSE(is_held(home));
  EXPECT_TRUE(HomeLock::take(home));
}

TEST(HomeLock, AHalfWrittenPidFileIsNamed) {
  const TemporaryDirectory scratch;
  const Home home(scratch.path());
  ASSERT_TRUE(write_file_atomic(home.pid_file(), "x\n"));
  EXPECT_THAT(read_holder(home).error().message, HasSubstr("sluice.pid"));
}

}  // namespace
}  // namespace sluice::cmd
