// SPDX-License-Identifier: Apache-2.0
#include "pod/restart.h"

#include <gtest/gtest.h>

namespace sluice::pod {
namespace {

using std::chrono::seconds;

bool restarts(Role role, std::string_view policy, int exit_code, const Lifecycle& lifecycle = {}) {
  return wants_restart(lifecycle, role, policy, {.exit_code = exit_code});
}

TEST(Restart, PoliciesDecideWhetherThereIsAnotherRun) {
  EXPECT_FALSE(restarts(Role::kMain, "Never", 1));
  EXPECT_FALSE(restarts(Role::kMain, "OnFailure", 0));
  EXPECT_TRUE(restarts(Role::kMain, "OnFailure", 1));
  EXPECT_TRUE(restarts(Role::kMain, "Always", 0));
}

TEST(Restart, AnInitContainerThatSucceededIsDone) {
  EXPECT_FALSE(restarts(Role::kInit, "Always", 0));
  EXPECT_TRUE(restarts(Role::kInit, "Always", 1));
  EXPECT_TRUE(restarts(Role::kInit, "OnFailure", 1));
  EXPECT_FALSE(restarts(Role::kInit, "Never", 1));
}

TEST(Restart, SidecarsAlwaysAndEphemeralContainersNever) {
  EXPECT_TRUE(restarts(Role::kSidecar, "Never", 0));
  EXPECT_FALSE(restarts(Role::kEphemeral, "Always", 1));
}

TEST(Restart, TheContainersOwnPolicyWins) {
  EXPECT_TRUE(restarts(Role::kMain, "Never", 0, {.restart_policy = "Always"}));
  EXPECT_FALSE(restarts(Role::kMain, "Always", 1, {.restart_policy = "Never"}));
  EXPECT_FALSE(restarts(Role::kInit, "Always", 1, {.restart_policy = "Never"}));
}

TEST(Restart, RulesComeBeforeThePolicy) {
  const Lifecycle in{.restart_policy = "Never", .restart_rules = {{.codes = {42, 43}}}};
  EXPECT_TRUE(restarts(Role::kMain, "Never", 43, in));
  EXPECT_FALSE(restarts(Role::kMain, "Never", 1, in));
  const Lifecycle not_in{.restart_policy = "Never",
                         .restart_rules = {{.negated = true, .codes = {0, 1}}}};
  EXPECT_TRUE(restarts(Role::kMain, "Never", 2, not_in));
  EXPECT_FALSE(restarts(Role::kMain, "Never", 1, not_in));
}

TEST(Restart, WhatAProbeKilledHasFailed) {
  const RunEnd end{.exit_code = 0, .killed_by_probe = true};
  EXPECT_TRUE(wants_restart({}, Role::kMain, "OnFailure", end));
  EXPECT_FALSE(wants_restart({}, Role::kMain, "Never", end));
}

TEST(RestartRule, DelaysDoubleUpToTheLongest) {
  const RestartRule rule;
  EXPECT_EQ(rule.delay(0), seconds(0));
  EXPECT_EQ(rule.delay(1), seconds(10));
  EXPECT_EQ(rule.delay(2), seconds(20));
  EXPECT_EQ(rule.delay(5), seconds(160));
  EXPECT_EQ(rule.delay(6), seconds(300));
  EXPECT_EQ(rule.delay(1000), seconds(300));
}

}  // namespace
}  // namespace sluice::pod
