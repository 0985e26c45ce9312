// SPDX-License-Identifier: Apache-2.0
#include "slurm/local/keeper.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "slurm/local/job_files.h"

namespace sluice::slurm {
namespace {

class KeeperTest : public testing::Test {
 protected:
  // In a process of its own, as it is meant to be.
  int keep(const KeeperOptions& options = {}) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::_exit(keep_job(files_.directory(), options));
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WEXITSTATUS(status);
  }
  void write(const std::string& script, std::int64_t time_limit_seconds = 0) {
    JobRecord record{.id = 3, .mark = "m", .submitted = RealClock().now()};
    record.request = {.script = "#!/bin/sh\n" + script + "\n",
                      .working_directory = scratch_.path().string(),
                      .time_limit_seconds = time_limit_seconds};
    ASSERT_TRUE(files_.write(record).has_value());
  }

  TemporaryDirectory scratch_{"keeper"};
  JobFiles files_{scratch_.path() / "job"};
};

TEST_F(KeeperTest, WritesHowTheScriptEnded) {
  write("test $SLUICE_JOB_ID = 3 || exit 1; exit 4");
  EXPECT_EQ(keep(), 0);
  ASSERT_TRUE(files_.end().has_value());
  EXPECT_EQ(files_.end()->state, JobState::kFailed);
  EXPECT_EQ(files_.end()->exit_code, 4);
}

TEST_F(KeeperTest, AJobThatTakesMoreMemoryThanItMayIsSaidToHave) {
  const GroupPlace place = look_for_group_place();
  if (place.parent.unified || !place.parent.directories.contains("memory")) {
    GTEST_SKIP() << "needs control groups that this user may make without moving";
  }
  write("x=$(head -c 200000000 /dev/zero | tr '\\0' a); exit 1");
  JobRecord record = *files_.read();
  record.group = group_below(place.parent, "sluice-test-" + std::to_string(::getpid()));
  record.request.limits = {.memory_bytes = 32 << 20, .processes = 40};
  ASSERT_TRUE(files_.write(record).has_value());
  EXPECT_EQ(keep(), 0);
  ASSERT_TRUE(files_.end().has_value());
  EXPECT_EQ(files_.end()->state, JobState::kOutOfMemory);
  EXPECT_FALSE(std::filesystem::exists(record.group.directories.at("memory")));
}

TEST_F(KeeperTest, AJobDoesNotRunWithoutItsLimits) {
  write(": >ran");
  JobRecord record = *files_.read();
  record.group.directories["memory"] = "/nonexistent/group";
  ASSERT_TRUE(files_.write(record).has_value());
  EXPECT_EQ(keep(), 0);
  EXPECT_EQ(files_.end()->state, JobState::kFailed);
  EXPECT_FALSE(std::filesystem::exists(scratch_.path() / "ran"));
}

TEST_F(KeeperTest, RunsNothingThatIsClaimed) {
  write(": >ran");
  ASSERT_TRUE(files_.claim(Claim{.host = "x"}).has_value());
  EXPECT_EQ(keep(), 0);
  EXPECT_FALSE(files_.end().has_value());
  EXPECT_FALSE(std::filesystem::exists(scratch_.path() / "ran"));
}

TEST_F(KeeperTest, EndsAJobWhoseTimeIsUp) {
  write("trap ': >told; exit 0' TERM; while :; do sleep 0.02; done", 1);
  EXPECT_EQ(keep(), 0);
  EXPECT_EQ(files_.end()->state, JobState::kTimeout);
  EXPECT_TRUE(std::filesystem::exists(scratch_.path() / "told"));
}

TEST_F(KeeperTest, KillsWhoDoesNotListen) {
  write("trap '' TERM; while :; do sleep 0.02; done", 1);
  EXPECT_EQ(keep({.kill_wait = std::chrono::milliseconds(20)}), 0);
  EXPECT_EQ(files_.end()->state, JobState::kTimeout);
  EXPECT_EQ(files_.end()->signal, SIGKILL);
}

TEST_F(KeeperTest, AScriptThatCannotRunFails) {
  write("exit 0");
  JobRecord record = *files_.read();
  record.request.working_directory = "/nonexistent";
  ASSERT_TRUE(files_.write(record).has_value());
  EXPECT_EQ(keep(), 0);
  EXPECT_EQ(files_.end()->state, JobState::kFailed);
  EXPECT_EQ(files_.end()->exit_code, 127);
}

}  // namespace
}  // namespace sluice::slurm
