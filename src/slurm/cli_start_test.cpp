// SPDX-License-Identifier: Apache-2.0
#include "slurm/cli_start.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "base/files.h"
#include "base/text.h"
#include "slurm/fake_slurm.h"

namespace sluice::slurm {
namespace {

TEST(CliStart, TheStepHasTheEnvironmentOffTheCommandLineAndNeverTheAllocationItself) {
  const Command command = step_command(7,
                                       {.name = "ns/p",
                                        .comment = "id",
                                        .script = "#!/bin/sh\ntrue\n",
                                        .output = "/tmp/it's",
                                        .environment = {{"SECRET", "s3cr3t"}},
                                        .cpus = 3},
                                       {"/opt/srun", "/x/slurm.conf"}, "/log");
  EXPECT_TRUE(command.only_this_environment);
  EXPECT_THAT(command.environment, testing::Contains(testing::Pair("SECRET", "s3cr3t")));
  EXPECT_THAT(command.environment, testing::Contains(testing::Pair("SLURM_CONF", "/x/slurm.conf")));
  EXPECT_THAT(command.argv, testing::Not(testing::Contains(testing::HasSubstr("s3cr3t"))));
  EXPECT_THAT(command.argv, testing::Contains("--jobid=7"));
  EXPECT_THAT(command.argv, testing::Contains("--cpus-per-task=3"));
  EXPECT_EQ(command.argv.back(), "exec >'/tmp/it'\\''s' 2>&1\n#!/bin/sh\ntrue\n");
}

TEST(CliStart, AStepRunsOnceItsTaskHasStarted) {
  EXPECT_FALSE(parse_srun("srun: jobid 15: nodes(1):`n1', cpu counts: 1(x1)\n").running);
  EXPECT_TRUE(parse_srun("srun: launch/slurm: _task_start: Node n1, 1 tasks started\n").running);
  EXPECT_EQ(parse_srun("a\nsrun: error: b\nc").errors, "srun: error: b\n");
}

TEST(CliStart, WhenAJobWouldStartIsRead) {
  EXPECT_EQ(parse_expected_start(
                "sbatch: Job 14 to start at 1794825535 using 1 processors on nodes n1 in partition "
                "main\n"),
            1794825535);
  for (const char* words : {"", "sbatch: error: invalid partition specified: nowhere\n",
                            "Job 1 to start at Unknown", "Job 1 to start at "}) {
    EXPECT_EQ(parse_expected_start(words), std::nullopt) << words;
  }
}

TEST(CliStart, OnlyAGrantIsAGrant) {
  EXPECT_EQ(parse_granted("salloc: Granted job allocation 15\nsalloc: more"), 15U);
  for (const char* words :
       {"", "salloc: error: Unable to allocate resources: Requested nodes are busy",
        "Granted job allocation ", "Granted job allocation x", "Granted job allocation 0",
        "Granted job allocation 99999999999"}) {
    EXPECT_EQ(parse_granted(words), std::nullopt) << words;
  }
}

// A program in srun's place: says `words`, then does what the rest of its script says.
class InsteadOfSrun : public testing::Test {
 protected:
  Result<bool> launch(const std::string& words, const std::string& rest) {
    const auto srun = scratch_.path() / "srun";
    EXPECT_TRUE(write_file_replacing(srun,
                                     "#!/bin/sh\ncd " + scratch_.path().string() + "\necho '" +
                                         words + "' >&2\n" + rest + "\n",
                                     0700)
                    .has_value());
    return launch_step(runner_, 7, {.script = "#!/bin/sh\n"}, {srun.string(), ""});
  }
  pid_t await_pid(const std::string& file) {
    std::string text;
    while (!text.ends_with('\n')) {
      text = read_file(scratch_.path() / file).value_or("");
    }
    return static_cast<pid_t>(parse_int(trim(text)).value_or(0));
  }

  TemporaryDirectory scratch_{"start"};
  ProcessRunner runner_;
};

TEST_F(InsteadOfSrun, OfARunningStepTheWatchdogIsEndedAndSrunStays) {
  const auto launched = launch("srun: jobid 7: nodes(1):n1",
                               "echo $$ >srun.pid\nsleep 1000 &\necho $! >watchdog.pid\n"
                               "echo 'srun: Node n1, 1 tasks started' >&2\nwait\n: >ended\n"
                               "exec sleep 1000");
  ASSERT_TRUE(launched.has_value()) << launched.error().message;
  EXPECT_TRUE(*launched);
  while (!std::filesystem::exists(scratch_.path() / "ended")) {
  }
  EXPECT_NE(::kill(await_pid("watchdog.pid"), 0), 0);
  EXPECT_EQ(::kill(await_pid("srun.pid"), SIGKILL), 0);
}

TEST_F(InsteadOfSrun, ALaunchThatFailedIsNoStep) {
  const auto launched =
      launch("srun: error: Unable to create step for job 7: Invalid job id specified", "exit 1");
  ASSERT_TRUE(launched.has_value()) << launched.error().message;
  EXPECT_FALSE(*launched);
}

TEST_F(InsteadOfSrun, WhatEndedWithoutAWordMayHaveLaunchedAStep) {
  EXPECT_EQ(launch("srun: jobid 7: nodes(1):n1", "kill -9 $$").error().code, Code::kUnavailable);
}

class InAllocation : public InsteadOfSrun {
 protected:
  InAllocation() { id_ = fake_.start_now(request_).value().value(); }

  RealClock clock_;
  FakeSlurm fake_{clock_};
  JobRequest request_{.comment = "ours", .script = "#!/bin/sh\n"};
  JobId id_ = 0;
};

TEST_F(InAllocation, ItIsGivenBackWhenNoStepCouldBeLaunched) {
  const auto started = start_in(fake_, id_, request_, [](auto&&...) { return false; });
  EXPECT_EQ(started.value(), std::nullopt);
  EXPECT_EQ(fake_.job(id_)->state, JobState::kFailed);
}

TEST_F(InAllocation, ItStaysWhenNobodyKnows) {
  const auto started = start_in(fake_, id_, request_, [](auto&&...) -> Result<bool> {
    return fail(Code::kUnavailable, "no word");
  });
  EXPECT_EQ(started.error().code, Code::kUnavailable);
  EXPECT_EQ(fake_.job(id_)->state, JobState::kRunning);
}

TEST_F(InAllocation, AnothersIsLeftAloneThoughItHasTheSameId) {
  const auto started = start_in(fake_, id_, request_, [&](auto&&...) {
    fake_.forget(id_);
    EXPECT_EQ(fake_.start_now({.comment = "theirs", .script = "#!/bin/sh\n"}).value(), id_);
    return false;
  });
  EXPECT_EQ(started.value(), std::nullopt);
  EXPECT_EQ(fake_.job(id_)->state, JobState::kRunning);
}

}  // namespace
}  // namespace sluice::slurm
