// SPDX-License-Identifier: Apache-2.0
#include "pools/decision.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::pools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const WallTime kNow{std::chrono::seconds(1'900'000'000)};

Member member(const std::string& name, std::int64_t min, std::int64_t max,
              std::int64_t weight = 1) {
  return {.name = name,
          .machine_deployment = name + "-machines",
          .node_class = name == "slurm" ? "hpc" : "",
          .machine = {8000, 16'000},
          .limits = {min, max},
          .weight = weight};
}

Pool pool(std::optional<std::int64_t> machines = 8) {
  return {.members = {member("slurm", 1, 6), member("kube", 1, 6)},
          .machines = machines,
          .cooldown = std::chrono::minutes(10)};
}

MemberNow member_now(std::int64_t machines, std::int64_t idle, std::int64_t needed = 0) {
  return {.replicas = machines,
          .present = machines,
          .ready = machines,
          .idle = idle,
          .waiting = needed,
          .needed = needed,
          .notes = {}};
}

std::vector<std::string> changes(const Decision& decision) {
  std::vector<std::string> texts;
  for (const ScaleChange& change : decision.changes) {
    texts.push_back(std::to_string(change.member) + ": " + std::to_string(change.from) + " to " +
                    std::to_string(change.to));
  }
  return texts;
}

Decision decided(const Pool& pool, const std::vector<MemberNow>& now,
                 std::optional<WallTime> last = {}) {
  return decide(pool, now, kNow, last);
}

TEST(Rebalancing, NothingWaitsNothingMoves) {
  const Decision decision = decided(pool(), {member_now(4, 4), member_now(4, 0)});
  EXPECT_THAT(changes(decision), IsEmpty());
  EXPECT_FALSE(decision.for_work);
  EXPECT_THAT(decision.explanation,
              ElementsAre("slurm: 4 machines (4 ready, 4 idle; 1 to 6 allowed)",
                          "kube: 4 machines (4 ready, 0 idle; 1 to 6 allowed)"));
}

TEST(Rebalancing, IdleMachinesGoWhereWorkWaits) {
  const Decision decision = decided(pool(), {member_now(4, 0, 2), member_now(4, 3)});
  EXPECT_THAT(changes(decision), ElementsAre("1: 4 to 2", "0: 4 to 6"));  // fewer first
  EXPECT_TRUE(decision.for_work);
  EXPECT_EQ(decision.changes[1].why, "gets idle machines of kube");
  EXPECT_THAT(decision.explanation[0],
              HasSubstr("2 jobs waiting for 2 machines; gets idle machines of kube"));
  EXPECT_THAT(decision.explanation[1], HasSubstr("; gives idle machines to slurm"));
}

TEST(Rebalancing, MachinesThatNobodyHasGoFirst) {
  EXPECT_THAT(changes(decided(pool(), {member_now(4, 0, 2), member_now(3, 3)})),
              ElementsAre("1: 3 to 2", "0: 4 to 6"));
  EXPECT_THAT(changes(decided(pool({}), {member_now(2, 0, 3), member_now(4, 4)})),
              ElementsAre("0: 2 to 5"));
}

TEST(Rebalancing, BusyMachinesAndTheMinimumStay) {
  const Decision busy = decided(pool(), {member_now(4, 0, 2), member_now(4, 0)});
  EXPECT_THAT(changes(busy), IsEmpty());
  EXPECT_THAT(busy.explanation[0], HasSubstr("no machine is free or idle"));
  EXPECT_THAT(changes(decided(pool(7), {member_now(6, 6), member_now(1, 1, 9)})),
              ElementsAre("0: 6 to 1", "1: 1 to 6"));
}

TEST(Rebalancing, WhatIsIdleOrOnItsWayCounts) {
  MemberNow slurm = member_now(4, 1, 3);
  slurm.present = 2;
  slurm.ready = 2;
  slurm.idle = 1;
  EXPECT_THAT(changes(decided(pool(), {slurm, member_now(4, 4)})), IsEmpty());
  // Those that are broken are not on their way.
  slurm.present = 4;
  EXPECT_THAT(changes(decided(pool(), {slurm, member_now(4, 4)})),
              ElementsAre("1: 4 to 2", "0: 4 to 6"));
}

TEST(Rebalancing, BothNeedAndShareByWeight) {
  Pool weighted = pool(9);
  weighted.members[0].weight = 2;
  EXPECT_THAT(changes(decided(weighted, {member_now(2, 0, 9), member_now(2, 0, 9)})),
              ElementsAre("0: 2 to 6", "1: 2 to 3"));
  EXPECT_THAT(changes(decided(pool(9), {member_now(2, 0, 9), member_now(2, 0, 9)})),
              ElementsAre("0: 2 to 5", "1: 2 to 4"));
}

TEST(Rebalancing, AfterAMoveItWaits) {
  const WallTime last = kNow - std::chrono::minutes(4);
  const Decision decision = decided(pool(), {member_now(4, 0, 2), member_now(4, 3)}, last);
  EXPECT_THAT(changes(decision), IsEmpty());
  EXPECT_THAT(decision.explanation[0], HasSubstr("the cooldown"));
  EXPECT_EQ(decision.look_again, last + std::chrono::minutes(10));
  EXPECT_THAT(changes(decided(pool(), {member_now(4, 0, 2), member_now(4, 3)},
                              kNow - std::chrono::minutes(11))),
              ElementsAre("1: 4 to 2", "0: 4 to 6"));
}

TEST(Rebalancing, LimitsHoldAtOnceAlsoInTheCooldown) {
  const Decision decision = decided(pool(), {member_now(7, 0), member_now(0, 0)}, kNow);
  EXPECT_THAT(changes(decision), ElementsAre("0: 7 to 6", "1: 0 to 1"));
  EXPECT_FALSE(decision.for_work);
  EXPECT_EQ(decision.changes[0].why, "at most 6 now");
}

TEST(Rebalancing, AMemberThatCannotBeSeenIsLeftAsItIs) {
  MemberNow kube = member_now(4, 4);
  kube.unknown = "its MachineDeployment is changing";
  const Decision decision = decided(pool(), {member_now(4, 0, 2), kube});
  EXPECT_THAT(changes(decision), IsEmpty());
  EXPECT_EQ(decision.explanation[1],
            "kube: 4 machines, left as it is: its MachineDeployment is changing");
}

TEST(Rebalancing, AWindowHasItsOwnLimits) {
  Pool nightly = pool();
  nightly.members[0].schedule.push_back({.start = *CronSchedule::parse("0 18 * * *"),
                                         .zone = *Zone::find(""),
                                         .length = std::chrono::hours(14),
                                         .min = 5,
                                         .max = {}});
  const auto at = [](int hour) {
    return WallTime(std::chrono::seconds(1'900'000'000 / 86400 * 86400 + hour * 3600));
  };
  EXPECT_EQ(nightly.members[0].limits_at(at(12)), (Limits{1, 6}));
  for (const int hour : {18, 23, 0, 7}) {
    EXPECT_EQ(nightly.members[0].limits_at(at(hour)), (Limits{5, 6})) << hour;
  }
  EXPECT_EQ(nightly.members[0].limits_at(at(8)), (Limits{1, 6}));
  const std::vector<MemberNow> now{member_now(4, 0), member_now(2, 0)};
  EXPECT_THAT(changes(decide(nightly, now, at(12), {})), IsEmpty());
  EXPECT_EQ(decide(nightly, now, at(12), {}).look_again, at(18));
  EXPECT_THAT(changes(decide(nightly, now, at(20), {})), ElementsAre("0: 4 to 5"));
  EXPECT_EQ(decide(nightly, now, at(20), {}).look_again, at(24 + 8));
}

}  // namespace
}  // namespace sluice::pools
