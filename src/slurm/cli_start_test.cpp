// SPDX-License-Identifier: Apache-2.0
#include "slurm/cli_start.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>

#include "base/files.h"
#include "base/text.h"

namespace sluice::slurm {
namespace {

TEST(CliStart, TheUsersFlagsStandBeforeOursAndTheEnvironmentOffTheCommandLine) {
  const auto command = start_command({.name = "ns/p",
                                      .comment = "id",
                                      .script = "#!/bin/sh\ntrue\n",
                                      .output = "/tmp/it's",
                                      .environment = {{"SECRET", "s3cr3t"}},
                                      .cpus = 3,
                                      .flags = {"--qos=fast"}},
                                     "/opt/srun", "/x/slurm.conf", "/log");
  ASSERT_TRUE(command.has_value());
  EXPECT_TRUE(command->only_this_environment);
  EXPECT_THAT(command->environment, testing::Contains(testing::Pair("SECRET", "s3cr3t")));
  EXPECT_THAT(command->environment,
              testing::Contains(testing::Pair("SLURM_CONF", "/x/slurm.conf")));
  EXPECT_THAT(command->argv, testing::Not(testing::Contains(testing::HasSubstr("s3cr3t"))));
  const auto flag = std::find(command->argv.begin(), command->argv.end(), "--qos=fast");
  const auto ours = std::find(command->argv.begin(), command->argv.end(), "--comment=id");
  EXPECT_LT(flag, ours);
  EXPECT_NE(ours, command->argv.end());
  EXPECT_EQ(command->argv.back(), "exec >'/tmp/it'\\''s' 2>&1\n#!/bin/sh\ntrue\n");
  EXPECT_EQ(start_command({.flags = {"--array=1-3"}}, "srun", "", "/log").error().code,
            Code::kInvalid);
}

constexpr const char* kGranted = "srun: jobid 15: nodes(1):`n1', cpu counts: 1(x1)\n";

TEST(CliStart, AJobRunsOnceItsTaskHasStarted) {
  EXPECT_FALSE(parse_srun(kGranted).running);
  const SrunSays says = parse_srun(std::string(kGranted) +
                                   "srun: launch/slurm: _task_start: Node n1, 1 tasks started\n");
  EXPECT_TRUE(says.running);
  EXPECT_EQ(says.granted, 15U);
}

TEST(CliStart, AnyWordsAreSurvived) {
  EXPECT_EQ(parse_srun("").granted, std::nullopt);
  const SrunSays says = parse_srun(
      "jobid 99999999999: nodes(1)\njobid x: nodes(\njobid -1: nodes(1\nNode n 1 tasks started");
  EXPECT_EQ(says.granted, std::nullopt);
  EXPECT_FALSE(says.running);
}

// A program in srun's place: says `words`, then does what the rest of its script says.
class InsteadOfSrun : public testing::Test {
 protected:
  Result<std::optional<JobId>> start(const std::string& words, const std::string& rest) {
    const auto srun = scratch_.path() / "srun";
    EXPECT_TRUE(write_file_replacing(srun,
                                     "#!/bin/sh\ncd " + scratch_.path().string() + "\necho '" +
                                         words + "' >&2\n" + rest + "\n",
                                     0700)
                    .has_value());
    return start_through_srun(runner_, {.script = "#!/bin/sh\n"}, srun.string(), "");
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
  const auto started = start("srun: jobid 7: nodes(1):n1",
                             "echo $$ >srun.pid\nsleep 1000 &\necho $! >watchdog.pid\n"
                             "echo 'srun: Node n1, 1 tasks started' >&2\nwait\n: >ended\n"
                             "exec sleep 1000");
  ASSERT_TRUE(started.has_value()) << started.error().message;
  EXPECT_EQ(*started, 7U);
  while (!std::filesystem::exists(scratch_.path() / "ended")) {
  }
  EXPECT_NE(::kill(await_pid("watchdog.pid"), 0), 0);
  EXPECT_EQ(::kill(await_pid("srun.pid"), SIGKILL), 0);
}

TEST_F(InsteadOfSrun, ARefusalIsNothing) {
  for (const char* words : {"Requested nodes are busy", "Invalid partition name specified",
                            "Immediate execution impossible, insufficient priority"}) {
    const auto started =
        start("srun: error: Unable to allocate resources: " + std::string(words), "exit 1");
    ASSERT_TRUE(started.has_value()) << started.error().message;
    EXPECT_EQ(*started, std::nullopt) << words;
  }
}

TEST_F(InsteadOfSrun, ALaunchThatFailedIsNothing) {
  const auto started = start("srun: jobid 7: nodes(1):n1", "exit 1");
  ASSERT_TRUE(started.has_value()) << started.error().message;
  EXPECT_EQ(*started, std::nullopt);
}

TEST_F(InsteadOfSrun, SilenceOfTheControllerIsAnError) {
  EXPECT_EQ(start("srun: error: Unable to allocate resources: Unable to contact slurm controller "
                  "(connect failure)",
                  "exit 1")
                .error()
                .code,
            Code::kUnavailable);
}

}  // namespace
}  // namespace sluice::slurm
