// SPDX-License-Identifier: Apache-2.0
// What the contract cannot see: which commands are run. A real Slurm: slurm_contract_cases.h.
#include "slurm/cli.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

#include "base/files.h"

namespace sluice::slurm {
namespace {

using testing::Contains;
using testing::HasSubstr;

// Answers from a list, in order, and remembers what was asked.
class ScriptedRunner final : public CommandRunner {
 public:
  Result<CommandOutput> run(const Command& command) override {
    commands.push_back(command);
    for (const std::string& word : command.argv) {
      if (word.starts_with("--export-file=")) {
        exported = read_file(word.substr(word.find('=') + 1)).value_or("");
      }
    }
    if (answers.empty()) {
      return fail(Code::kTimeout, "no answer");
    }
    CommandOutput answer = answers.front();
    answers.pop_front();
    return answer;
  }

  std::deque<CommandOutput> answers;
  std::vector<Command> commands;
  std::string exported;
};

TEST(Cli, SubmitsWithOurOwnFlagsBehindTheUsers) {
  ScriptedRunner runner;
  runner.answers = {{0, "42\n", ""}};
  const auto slurm = make_cli(runner, {.slurm_conf = "/x/slurm.conf", .bin_dir = "/opt/bin"});
  EXPECT_EQ(slurm
                ->submit({.name = "a b",
                          .comment = "c",
                          .script = "#!/bin/sh\n",
                          .partition = "p",
                          .environment = {{"SECRET", "s3cr3t"}},
                          .cpus = 2,
                          .memory_mib = 100,
                          .time_limit_seconds = 61,
                          .flags = {"-n 4"}})
                .value(),
            42U);
  const Command& command = runner.commands.at(0);
  EXPECT_EQ(command.argv[0], "/opt/bin/sbatch");
  EXPECT_EQ(command.input, "#!/bin/sh\n");
  for (const char* word :
       {"--partition=p", "--cpus-per-task=2", "--mem=100M", "--time=2", "-n", "4", "--requeue",
        "--comment=c", "--job-name=a b", "--output=/dev/null", "--export=ALL"}) {
    EXPECT_THAT(command.argv, Contains(word));
  }
  EXPECT_THAT(command.environment,
              Contains(std::pair<std::string, std::string>("SLURM_CONF", "/x/slurm.conf")));
  EXPECT_THAT(runner.exported, HasSubstr("SECRET=s3cr3t"));
  for (const std::string& word : command.argv) {
    EXPECT_THAT(word, testing::Not(HasSubstr("s3cr3t")));
  }
}

TEST(Cli, SbatchsOwnMessageComesThrough) {
  ScriptedRunner runner;
  runner.answers = {{1, "", "sbatch: unrecognized option '--frobnicate'\n"}};
  const auto slurm = make_cli(runner, {});
  const auto id = slurm->submit({.script = "#!/bin/sh\n", .flags = {"--frobnicate=1"}});
  EXPECT_EQ(id.error().code, Code::kInvalid);
  EXPECT_THAT(id.error().message, HasSubstr("unrecognized option '--frobnicate'"));
}

TEST(Cli, ACommandThatHangsMeansSlurmIsUnavailable) {
  ScriptedRunner runner;
  const auto slurm = make_cli(runner, {});
  EXPECT_EQ(slurm->nodes().error().code, Code::kUnavailable);
}

TEST(Cli, WhileSlurmctldIsSilentOnlyPingIsTried) {
  ScriptedRunner runner;
  runner.answers = {{1, "", "sinfo: error: Unable to contact slurm controller (connect failure)"},
                    {0, "Slurmctld(primary) at vm is DOWN\n***\n", ""},
                    {0, "Slurmctld(primary) at vm is UP\n", ""},
                    {0, "", ""}};
  const auto slurm = make_cli(runner, {});
  EXPECT_EQ(slurm->nodes().error().code, Code::kUnavailable);
  EXPECT_EQ(slurm->nodes().error().message, "Slurmctld(primary) at vm is DOWN");
  EXPECT_TRUE(slurm->nodes().has_value());
  EXPECT_EQ(runner.commands.size(), 4U);
}

TEST(Cli, TheSameAnswerOfSqueueIsUnchanged) {
  ScriptedRunner runner;
  runner.answers = {{0, "same", ""}, {0, "same", ""}, {0, "other", ""}};
  const auto slurm = make_cli(runner, {});
  const Cursor cursor = slurm->jobs({})->cursor;
  EXPECT_TRUE(slurm->jobs(cursor)->unchanged);
  EXPECT_FALSE(slurm->jobs(cursor)->unchanged);
}

}  // namespace
}  // namespace sluice::slurm
