// SPDX-License-Identifier: Apache-2.0
#include "agent/supervisor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "base/files.h"
#include "base/text.h"

namespace sluice::agent {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// systemctl and probes: "probe x" succeeds while x runs and is well.
class Machine final : public CommandRunner {
 public:
  Result<CommandOutput> run(const Command& command) override {
    const std::string& unit = command.argv.back();
    if (command.argv.front() == "probe") {
      EXPECT_LT(command.timeout, std::chrono::seconds(20));  // a hung one holds up no orderly end
      return CommandOutput{.exit_code = running.contains(unit) && !ill.contains(unit) ? 0 : 1};
    }
    log.push_back(command.argv.at(1) + " " + unit);
    if (broken.contains(unit)) {
      return CommandOutput{.exit_code = 1, .err = "Job failed.\n"};
    }
    command.argv.at(1) == "start" ? (void)running.insert(unit) : (void)running.erase(unit);
    return CommandOutput{};
  }

  std::set<std::string> running;
  std::set<std::string> ill;
  std::set<std::string> broken;
  std::vector<std::string> log;
};

class Supervision : public testing::Test {
 protected:
  static std::vector<services::Service> services() {
    return {{.name = "munge", .unit = "m", .readiness = {"probe", "m"}},
            {.name = "slurmd", .unit = "s", .needs_ready = {"munge"}, .readiness = {"probe", "s"}},
            {.name = "spank", .unit = "p", .needs_ready = {"slurmd"}}};
  }
  std::string states() {
    std::vector<std::string> all;
    for (const ServiceReport& report : supervisor_.report()) {
      all.emplace_back(to_string(report.state));
    }
    return join(all, " ");
  }
  void step() { ASSERT_TRUE(supervisor_.step().has_value()); }

  TemporaryDirectory scratch_{"agent"};
  Machine machine_;
  Supervisor supervisor_{services(), scratch_.path() / "state.json", machine_};
};

TEST_F(Supervision, ServicesStartInTheirOrderWhenThoseBeforeAreReady) {
  machine_.ill = {"m"};
  step();
  EXPECT_EQ(states(), "deploying deploying deploying");
  EXPECT_THAT(machine_.log, ElementsAre("start m"));
  EXPECT_EQ(supervisor_.report()[1].why, "waits for munge");
  machine_.ill.clear();
  machine_.log.clear();
  step();
  EXPECT_EQ(states(), "ready ready ready");
  EXPECT_THAT(machine_.log, ElementsAre("start m", "start s", "start p"));
  EXPECT_TRUE(supervisor_.settled());
  machine_.log.clear();
  step();
  EXPECT_TRUE(machine_.log.empty());
}

TEST_F(Supervision, WhatIsNoLongerReadyIsStartedAgainAndHoldsUpWhatNeedsIt) {
  step();
  machine_.running.erase("m");
  machine_.broken = {"m"};
  step();
  EXPECT_EQ(states(), "deploying deploying deploying");
  EXPECT_THAT(supervisor_.report()[0].why, HasSubstr("exit code 1: Job failed."));
  machine_.broken.clear();
  step();
  EXPECT_EQ(states(), "ready ready ready");
}

TEST_F(Supervision, RemovalGoesTheOtherWayAndSurvivesTheProcess) {
  step();
  machine_.log.clear();
  machine_.broken = {"s"};
  ASSERT_TRUE(supervisor_.remove_all().has_value());
  EXPECT_EQ(states(), "removing removing removing");
  step();
  EXPECT_EQ(states(), "removing removing removed");
  Supervisor next(services(), scratch_.path() / "state.json", machine_);
  ASSERT_TRUE(next.resume().has_value());
  machine_.broken.clear();
  machine_.log.clear();
  ASSERT_TRUE(next.step().has_value());
  EXPECT_THAT(machine_.log, ElementsAre("stop s", "stop m"));
  EXPECT_TRUE(next.settled());
  EXPECT_TRUE(machine_.running.empty());
  ASSERT_TRUE(next.deploy_all().has_value());
  ASSERT_TRUE(next.step().has_value());
  EXPECT_TRUE(next.settled());
  EXPECT_EQ(machine_.running.size(), 3U);
}

TEST_F(Supervision, OneAloneStopsAndStartsAgain) {
  step();
  machine_.log.clear();
  EXPECT_TRUE(supervisor_.keep_stopped("slurmd"));
  EXPECT_FALSE(supervisor_.keep_stopped("slurmd"));
  EXPECT_FALSE(supervisor_.has_stopped("slurmd"));
  EXPECT_FALSE(supervisor_.settled());
  step();
  step();
  EXPECT_EQ(states(), "ready removed deploying");
  EXPECT_THAT(machine_.log, ElementsAre("stop s"));
  EXPECT_TRUE(supervisor_.has_stopped("slurmd"));
  EXPECT_TRUE(supervisor_.start_again("slurmd"));
  EXPECT_FALSE(supervisor_.start_again("slurmd"));
  step();
  EXPECT_EQ(states(), "ready ready ready");
  EXPECT_FALSE(supervisor_.keep_stopped("unknown"));
  EXPECT_TRUE(supervisor_.has_stopped("unknown"));
}

// Each stop takes its time, and a machine that leaves waits for all of them.
TEST_F(Supervision, WhatHasStoppedAloneIsNotStoppedAgainWithTheOthers) {
  step();
  ASSERT_TRUE(supervisor_.keep_stopped("slurmd"));
  step();
  machine_.log.clear();
  ASSERT_TRUE(supervisor_.remove_all().has_value());
  EXPECT_EQ(states(), "removing removed removing");
  step();
  EXPECT_THAT(machine_.log, ElementsAre("stop p", "stop m"));
  EXPECT_TRUE(supervisor_.settled());
  ASSERT_TRUE(supervisor_.deploy_all().has_value());
  step();
  EXPECT_EQ(states(), "ready ready ready");
}

TEST_F(Supervision, AFileThatIsNoneIsTold) {
  ASSERT_TRUE(write_file_atomic(scratch_.path() / "state.json", "{"));
  const auto resumed = supervisor_.resume();
  ASSERT_FALSE(resumed.has_value());
  EXPECT_THAT(resumed.error().message, HasSubstr("state.json"));
}

}  // namespace
}  // namespace sluice::agent
