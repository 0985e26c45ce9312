// SPDX-License-Identifier: Apache-2.0
#include "pod/probing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "pod/counting_runtime.h"

namespace sluice::pod {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;

class ProbingTest : public ::testing::Test {
 protected:
  ProbingTest() {
    for (auto* probe : {&spec_.lifecycle.liveness, &spec_.lifecycle.readiness}) {
      *probe = ProbeSpec{.action = {.kind = ActionKind::kExec, .command = {"check"}},
                         .initial_delay_seconds = 1,
                         .timeout_seconds = 5,
                         .failure_threshold = 1};
    }
  }
  void pass(Duration time) {
    clock_.advance(time);
    probing_.tend();
  }
  void ends(std::size_t number, int exit_code) {
    EXPECT_TRUE(probing_.reaped(CountingRuntime::pid(number), exit_code << 8));
    probing_.tend();
  }

  TemporaryDirectory scratch_;
  FakeClock clock_;
  CountingRuntime runtime_;
  PodSpec pod_;
  std::unique_ptr<Sandbox> sandbox_ = *Sandbox::enter(pod_, runtime_, {scratch_.path(), {}});
  ContainerSurroundings surroundings_{*sandbox_, clock_};
  ContainerSpec spec_{.name = "c"};
  Container container_{spec_, surroundings_};
  std::vector<std::string> told_;
  Probing probing_{container_, clock_, [this](ProbeKind kind, const CheckResult&) {
                     told_.emplace_back(to_string(kind));
                   }};
};

TEST_F(ProbingTest, EveryProbeHasACheckOfItsOwn) {
  probing_.begin();
  pass(seconds(1));
  EXPECT_THAT(runtime_.started, ElementsAre("c: check", "c: check"));
  pass(seconds(1));
  EXPECT_EQ(runtime_.started.size(), 2u) << "both are under way";
  EXPECT_EQ(probing_.next(), clock_.steady() + seconds(4)) << "when they are late";
  ends(1, 0);
  ends(2, 1);
  EXPECT_THAT(told_, ElementsAre("Readiness"));
  EXPECT_FALSE(probing_.probes().ready());
  EXPECT_FALSE(probing_.probes().killer().has_value());
}

TEST_F(ProbingTest, WhatIsLateHasFailed) {
  probing_.begin();
  pass(seconds(1));
  pass(seconds(5));
  EXPECT_THAT(told_, ElementsAre("Liveness", "Readiness"));
  EXPECT_EQ(probing_.probes().killer(), ProbeKind::kLiveness);
}

TEST_F(ProbingTest, AtTheEndNothingIsWaitedFor) {
  probing_.begin();
  pass(seconds(1));
  probing_.end();
  EXPECT_FALSE(probing_.next().has_value());
  EXPECT_FALSE(probing_.reaped(CountingRuntime::pid(1), 0));
}

}  // namespace
}  // namespace sluice::pod
