// SPDX-License-Identifier: Apache-2.0
#include "agent/gated_units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "agent/test_machine.h"

namespace sluice::agent {
namespace {

using services::Restart;
using services::State;
using testing::ElementsAre;
using testing::IsEmpty;

class Units : public testing::Test {
 protected:
  std::string look(const services::Service& service) {
    const ServiceReport report = units_.look(service, {service});
    return std::string(to_string(report.state)) + (report.why.empty() ? "" : ": " + report.why);
  }
  // What `sluice jobsync exec --may-end` says when its command has ended.
  void ends(const std::string& service, State state, const std::string& why = "") {
    EXPECT_TRUE(
        systemd_.directory.become({.service = service, .state = state, .main = true, .why = why}));
  }
  std::vector<std::string> taken_log() { return std::exchange(systemd_.log, {}); }

  TemporaryDirectory scratch_{"units"};
  FakeClock clock_;
  Systemd systemd_{scratch_.path() / "run"};
  GatedUnits units_{scratch_.path() / "run", systemd_, clock_};
};

TEST_F(Units, WhatIsDoneIsReadyAndNotStartedAgain) {
  const services::Service fetch{.name = "fetch",
                                .command = {"/fetch"},
                                .restart = Restart::kOnFailure,
                                .ready_when_done = true};
  EXPECT_EQ(look(fetch), "deploying: starts");
  EXPECT_EQ(look(fetch), "deploying: starts");  // it runs: not ready for that
  EXPECT_THAT(taken_log(), ElementsAre("start sluice-fetch.service"));
  ends("fetch", State::kReady);
  EXPECT_EQ(look(fetch), "ready");
  EXPECT_EQ(look(fetch), "ready");
  EXPECT_THAT(taken_log(), IsEmpty());
}

TEST_F(Units, ADaemonThatMayEndIsReadyWhileItRunsAndStaysWhenItHasEndedWell) {
  const services::Service exporter{
      .name = "exporter", .command = {"/exporter"}, .restart = Restart::kOnFailure};
  look(exporter);
  EXPECT_EQ(look(exporter), "ready");
  ends("exporter", State::kReady);
  taken_log();
  EXPECT_EQ(look(exporter), "ready");
  EXPECT_THAT(taken_log(), IsEmpty());
}

TEST_F(Units, WhatHasFailedIsLeftToItsUnitAndWhatIsAlwaysToRunIsNot) {
  services::Service service{.name = "a", .command = {"/a"}, .restart = Restart::kOnFailure};
  look(service);
  taken_log();
  ends("a", State::kFailed, "exit code 3");
  for (const Restart policy : {Restart::kOnFailure, Restart::kNever}) {
    service.restart = policy;
    EXPECT_EQ(look(service), "deploying: exit code 3");
    EXPECT_THAT(taken_log(), IsEmpty());
  }
  // Killed before it could say how it ended.
  EXPECT_TRUE(systemd_.directory.become(
      {.service = "a", .state = State::kDeploying, .holder = {::getpid(), 1}, .main = true}));
  look(service);
  EXPECT_THAT(taken_log(), IsEmpty());
  service.restart = Restart::kAlways;
  look(service);
  EXPECT_THAT(taken_log(), ElementsAre("start sluice-a.service"));
}

TEST_F(Units, WhatIsIllForLongIsStartedAnewOnlyWhereThatWasSaid) {
  services::Service munged{.name = "munged", .command = {"/munged"}, .readiness = {"/probe", "m"}};
  const auto look_for = [&](int seconds) {
    std::string last;
    for (int i = 0; i < seconds; i += 5) {
      clock_.advance(std::chrono::seconds(5));
      last = look(munged);
    }
    return last;
  };
  look_for(5);
  EXPECT_EQ(look_for(5), "ready");
  systemd_.ill = {"m"};
  taken_log();
  EXPECT_EQ(look_for(200), "deploying: exit code 1");
  EXPECT_THAT(taken_log(), IsEmpty());
  munged.restart_unwell = 60;
  EXPECT_EQ(look_for(5), "deploying: was not well and starts anew");
  EXPECT_THAT(taken_log(), ElementsAre("restart sluice-munged.service"));
  // One that has not been well since is not killed while it tries.
  look_for(200);
  EXPECT_THAT(taken_log(), IsEmpty());
  systemd_.ill.clear();
  EXPECT_EQ(look_for(5), "ready");
  systemd_.ill = {"m"};
  look_for(60);
  EXPECT_THAT(taken_log(), IsEmpty());
  look_for(60);
  EXPECT_THAT(taken_log(), ElementsAre("restart sluice-munged.service"));
}

}  // namespace
}  // namespace sluice::agent
