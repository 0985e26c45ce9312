// SPDX-License-Identifier: Apache-2.0
//
// What cannot be seen with a real Slurm at hand; the rest is in the contract test.
#include "detach/command_slurm_nodes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace sluice::detach {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Pair;

// Answers by the first words of a command.
class Answers final : public CommandRunner {
 public:
  Result<CommandOutput> run(const Command& command) override {
    last = command;
    time_taken += command.timeout;
    const auto found = by_words.find(command.argv.at(0) + " " + command.argv.at(1));
    return found == by_words.end() ? CommandOutput{} : found->second;
  }

  std::map<std::string, CommandOutput> by_words;
  Command last;
  Duration time_taken{};  // at most, by all
};

// slurmd leaves its configuration to other commands until the machine starts again.
TEST(CommandSlurmNodes, TheControllerSendsTheConfigurationWhereThereIsNone) {
  Answers runner;
  const auto slurm = make_command_slurm_nodes(runner, {.controller = "10.0.0.9:6817"});
  runner.by_words["scontrol -o"] = {1, "",
                                    "scontrol: fatal: Could not establish a configuration source"};
  const auto away = slurm->look("w-1");
  EXPECT_THAT(runner.last.environment, Contains(Pair("SLURM_CONF_SERVER", "10.0.0.9:6817")));
  ASSERT_FALSE(away.has_value());
  EXPECT_EQ(away.error().code, Code::kUnavailable);
  runner.by_words["scontrol -o"] = {0, "Node w-1 not found\n", ""};
  EXPECT_EQ(slurm->look("w-1").error().code, Code::kNotFound);
}

// As scontrol of 24.11 says it.
TEST(CommandSlurmNodes, WhoCannotShowWhoHeIsHearsThat) {
  Answers runner;
  const auto slurm = make_command_slurm_nodes(runner);
  runner.by_words["scontrol -o"] = {1, "", R"(scontrol: error: failed to connect to any sack sockets
scontrol: error: slurm_buffers_pack_msg: auth_g_create: REQUEST_NODE_INFO has authentication error
slurm_load_node error: Protocol authentication error)"};
  EXPECT_EQ(slurm->look("w-1").error().code, Code::kUnauthorized);
}

// scontrol tries for ten seconds and more: whoever asks must hear of it before he gives up.
TEST(CommandSlurmNodes, WhoAsksOverTheNetworkHearsInTimeThatSlurmctldIsAway) {
  Answers runner;
  const auto slurm = make_command_slurm_nodes(runner);
  ASSERT_TRUE(slurm->look_at_all().has_value());
  EXPECT_LT(runner.time_taken, kPatienceWithSlurm);
  runner.time_taken = {};
  ASSERT_TRUE(slurm->waiting_jobs().has_value());
  EXPECT_LT(runner.time_taken, kPatienceWithSlurm);
}

TEST(CommandSlurmNodes, AJobThatStillNamesTheNodeWasNotReleased) {
  Answers runner;
  const auto slurm = make_command_slurm_nodes(runner);
  runner.by_words["scontrol update"] = {
      1, "", "slurm_update error: Requested node configuration is not available"};
  const JobInQueue job{"17", {"w-2"}};
  runner.by_words["squeue -h"] = {0, "17|PENDING|N/A||w-2\n18|PENDING|N/A||w-1\n", ""};
  EXPECT_TRUE(slurm->release_job(job).has_value());
  runner.by_words["squeue -h"] = {0, "17|PENDING|N/A||w-[1-2]\n", ""};
  const auto refused = slurm->release_job(job);
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message,
              HasSubstr("job 17 cannot be released from the node: slurm_update error: Requested "));
}

}  // namespace
}  // namespace sluice::detach
