// SPDX-License-Identifier: Apache-2.0
#include "services/run_directory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "base/files.h"
#include "services/holder.h"

namespace sluice::services {
namespace {

using testing::HasSubstr;

// A real process that waits until it is killed.
class Sleeper {
 public:
  Sleeper() : pid_(::fork()) {
    if (pid_ == 0) {
      while (true) {
        ::pause();
      }
    }
  }
  ~Sleeper() { end(); }
  ProcessId id() const { return process_id(pid_); }
  void end() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(std::exchange(pid_, 0), nullptr, 0);
    }
  }

 private:
  pid_t pid_;
};

class Gates : public testing::Test {
 protected:
  Record become(Record next) {
    auto made = directory_.become(std::move(next));
    EXPECT_TRUE(made.has_value()) << made.error().message;
    return made.value_or(Record{});
  }
  Record look(const std::string& service) {
    auto seen = directory_.look(service);
    EXPECT_TRUE(seen.has_value()) << seen.error().message;
    return seen.value_or(Record{});
  }
  std::string shown(const std::string& service) {
    const Record record = look(service);
    return std::string(to_string(record.state)) + " " + std::to_string(record.epoch) +
           (record.why.empty() ? "" : " " + record.why);
  }

  TemporaryDirectory scratch_{"gates"};
  RunDirectory directory_{scratch_.path() / "run"};
};

TEST_F(Gates, NobodyKnownIsAbsentAndSayingItAgainIsTheSameLife) {
  EXPECT_EQ(shown("munge"), "absent 0");
  become({.service = "munge", .state = State::kReady});
  become({.service = "munge", .state = State::kReady});
  EXPECT_EQ(shown("munge"), "ready 1");
  become({.service = "munge", .state = State::kRemoving});
  EXPECT_EQ(shown("munge"), "removing 1");
  become({.service = "munge", .state = State::kReady});
  EXPECT_EQ(shown("munge"), "ready 2");
}

TEST_F(Gates, AStateDiesWithItsProcessAndWithTheMachine) {
  Sleeper sleeper;
  const std::string gone = "process " + std::to_string(sleeper.id().pid) + " is gone";
  become({.service = "munge", .state = State::kReady, .holder = sleeper.id()});
  EXPECT_EQ(shown("munge"), "ready 1");
  sleeper.end();
  EXPECT_EQ(shown("munge"), "failed 1 " + gone);
  // The same pid of somebody else is not that process.
  become({.service = "munge", .state = State::kReady, .holder = {::getpid(), 1}});
  EXPECT_EQ(look("munge").state, State::kFailed);

  become({.service = "munge", .state = State::kReady});
  const RunDirectory after_reboot(directory_.path(), "another boot");
  const auto seen = after_reboot.look("munge");
  ASSERT_TRUE(seen.has_value());
  EXPECT_EQ(seen->state, State::kAbsent);
  const auto anew = after_reboot.become({.service = "munge", .state = State::kReady});
  ASSERT_TRUE(anew.has_value());
  EXPECT_EQ(anew->epoch, 4);  // never one that somebody has seen
}

TEST_F(Gates, WhatIsDoneStaysSoUntilTheMachineStartsAgain) {
  Sleeper sleeper;
  become({.service = "fetch", .state = State::kDeploying, .holder = sleeper.id(), .main = true});
  EXPECT_FALSE(look("fetch").has_ended());
  become({.service = "fetch", .state = State::kReady, .main = true});
  become({.service = "slurmd", .state = State::kReady, .passed = {{"fetch", 1}}});
  sleeper.end();
  EXPECT_TRUE(look("fetch").has_ended());
  EXPECT_EQ(shown("fetch"), "ready 1");
  EXPECT_EQ(shown("slurmd"), "ready 1");
  become({.service = "fetch", .state = State::kFailed, .main = true, .why = "exit code 3"});
  EXPECT_TRUE(look("fetch").has_ended());
  EXPECT_EQ(shown("fetch"), "failed 1 exit code 3");
  EXPECT_FALSE(RunDirectory(directory_.path(), "another boot").look("fetch")->has_ended());
}

TEST_F(Gates, WhoeverPassedAnEarlierEpochIsNotReadyAnyMore) {
  become({.service = "munge", .state = State::kReady});
  become({.service = "slurmd", .state = State::kReady, .passed = {{"munge", 1}}});
  become({.service = "spank", .state = State::kReady, .passed = {{"slurmd", 1}}});
  become({.service = "dcgm", .state = State::kReady});
  EXPECT_EQ(shown("spank"), "ready 1");
  become({.service = "munge", .state = State::kDeploying});
  EXPECT_EQ(shown("slurmd"), "deploying 1 waits for munge (deploying)");
  EXPECT_EQ(shown("spank"), "deploying 1 waits for slurmd (deploying)");
  EXPECT_EQ(shown("dcgm"), "ready 1");  // it does not wait
  become({.service = "munge", .state = State::kReady});
  EXPECT_EQ(shown("slurmd"), "deploying 1 munge was started again");
  become({.service = "slurmd", .state = State::kReady, .passed = {{"munge", 2}}});
  EXPECT_EQ(shown("slurmd"), "ready 2");
  EXPECT_EQ(shown("spank"), "deploying 1 slurmd was started again");
  // Two that say they waited for each other end the walk.
  become({.service = "munge", .state = State::kReady, .passed = {{"slurmd", 2}}});
  EXPECT_EQ(look("munge").state, State::kDeploying);
}

TEST_F(Gates, ManyAtOnceCountEveryLife) {
  std::vector<std::jthread> all;
  for (int i = 0; i < 4; ++i) {
    all.emplace_back([this] {
      for (int k = 0; k < 25; ++k) {
        EXPECT_TRUE(directory_.become({.service = "a", .state = State::kDeploying}).has_value());
        EXPECT_TRUE(directory_.become({.service = "a", .state = State::kReady}).has_value());
        EXPECT_TRUE(directory_.look("a").has_value());
      }
    });
  }
  all.clear();
  EXPECT_EQ(look("a").state, State::kReady);
  EXPECT_GE(look("a").epoch, 25);
}

TEST_F(Gates, BadNamesAndFilesAreTold) {
  EXPECT_FALSE(directory_.look("../etc").has_value());
  become({.service = "a", .state = State::kReady});
  ASSERT_TRUE(write_file_atomic(directory_.path() / "a.json", "{\"state\": \"on\"}"));
  const auto seen = directory_.look("a");
  ASSERT_FALSE(seen.has_value());
  EXPECT_THAT(seen.error().message, HasSubstr("a.json: \"on\": expected absent, deploying"));
}

class Probe final : public CommandRunner {
 public:
  Result<CommandOutput> run(const Command&) override {
    ++asked;
    return CommandOutput{.exit_code = well ? 0 : 1, .err = well ? "" : "no answer\n"};
  }
  bool well = false;
  int asked = 0;
};

TEST_F(Gates, AHolderGatesAgainWhatADependencyLeftBehind) {
  Probe probe;
  FakeClock clock;
  Holder holder({.service = "slurmd",
                 .needs_ready = {"munge"},
                 .needs_files = {scratch_.path() / "key"},
                 .probe = {"probe"},
                 .process = process_id(::getpid())},
                directory_, probe, clock);
  const auto step = [&] {
    const auto now = holder.step();
    return now ? shown("slurmd") : now.error().message;
  };
  EXPECT_EQ(step(), "deploying 0 waits for munge (absent)");
  become({.service = "munge", .state = State::kReady});
  EXPECT_EQ(step(), "deploying 0 waits for the file " + (scratch_.path() / "key").string());
  ASSERT_TRUE(write_file_atomic(scratch_.path() / "key", "k"));
  EXPECT_EQ(step(), "deploying 0 exit code 1: no answer");
  probe.well = true;
  EXPECT_EQ(step(), "ready 1");
  const int asked = probe.asked;
  EXPECT_EQ(step(), "ready 1");
  EXPECT_EQ(probe.asked, asked);  // all is well: not every time
  become({.service = "munge", .state = State::kDeploying});
  become({.service = "munge", .state = State::kReady});
  EXPECT_EQ(step(), "ready 2");
  EXPECT_EQ(probe.asked, asked + 1);
  probe.well = false;
  clock.advance(std::chrono::seconds(11));
  EXPECT_EQ(step(), "deploying 2 exit code 1: no answer");
  become({.service = "slurmd", .state = State::kRemoving});
  probe.well = true;
  EXPECT_EQ(step(), "removing 2");
}

TEST_F(Gates, NobodySpeaksForWhatWaitsAtItsGate) {
  Probe probe;
  FakeClock clock;
  Holder holder({.service = "slurmd", .process = process_id(::getpid())}, directory_, probe, clock);
  Sleeper service;  // waits for an address too, of which the holder knows nothing
  become({.service = "slurmd", .state = State::kDeploying, .holder = service.id(), .why = "w"});
  ASSERT_TRUE(holder.step().has_value());
  EXPECT_EQ(shown("slurmd"), "deploying 0 w");
  become({.service = "slurmd", .state = State::kDeploying, .holder = service.id(), .main = true});
  ASSERT_TRUE(holder.step().has_value());
  EXPECT_EQ(shown("slurmd"), "ready 1");
}

TEST_F(Gates, HowLongAProbeHasFailedCountsFromWhenItWasReady) {
  Probe probe;
  FakeClock clock;
  Holder holder({.service = "munge", .needs_ready = {"net"}, .probe = {"probe"}}, directory_, probe,
                clock);
  Sleeper service;
  become({.service = "net", .state = State::kReady});
  become({.service = "munge", .state = State::kDeploying, .holder = service.id(), .main = true});
  const auto unwell_after = [&](int seconds) {
    clock.advance(std::chrono::seconds(seconds));
    EXPECT_TRUE(holder.step().has_value());
    return std::chrono::duration_cast<std::chrono::seconds>(holder.unwell_for()).count();
  };
  EXPECT_EQ(unwell_after(100), 0);
  EXPECT_EQ(unwell_after(100), 0);  // it was never ready
  probe.well = true;
  EXPECT_EQ(unwell_after(1), 0);
  probe.well = false;
  EXPECT_EQ(unwell_after(11), 0);
  EXPECT_EQ(unwell_after(30), 30);
  probe.well = true;
  EXPECT_EQ(unwell_after(1), 0);
  probe.well = false;
  EXPECT_EQ(unwell_after(11), 0);
  EXPECT_EQ(unwell_after(5), 5);
  // What it needs is not there: no fault of its own.
  become({.service = "net", .state = State::kDeploying});
  EXPECT_EQ(unwell_after(5), 0);
  // Another process has not been ready yet.
  become({.service = "net", .state = State::kReady});
  Sleeper next;
  become({.service = "munge", .state = State::kDeploying, .holder = next.id(), .main = true});
  EXPECT_EQ(unwell_after(5), 0);
  EXPECT_EQ(unwell_after(5), 0);
}

TEST_F(Gates, WhereTheServiceItselfSaidThatItIsThereItsLifeCounts) {
  Probe probe;
  FakeClock clock;
  Holder holder({.service = "munge", .process = process_id(::getpid())}, directory_, probe, clock);
  Sleeper first;
  become({.service = "munge", .state = State::kDeploying, .holder = first.id(), .main = true});
  ASSERT_TRUE(holder.step().has_value());
  EXPECT_EQ(shown("munge"), "ready 1");
  first.end();
  ASSERT_TRUE(holder.step().has_value());
  EXPECT_EQ(look("munge").state, State::kFailed);  // until it is started again
  Sleeper second;
  become({.service = "munge", .state = State::kDeploying, .holder = second.id(), .main = true});
  ASSERT_TRUE(holder.step().has_value());
  EXPECT_EQ(shown("munge"), "ready 2");
  EXPECT_EQ(look("munge").holder, second.id());
}

}  // namespace
}  // namespace sluice::services
