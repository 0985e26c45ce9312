// SPDX-License-Identifier: Apache-2.0
#include "pools/unhelped.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::pools {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using testing::ElementsAre;
using testing::IsEmpty;

const WallTime kNow{std::chrono::seconds(1'900'000'000)};

class Unhelped : public testing::Test {
 protected:
  // A look at it by then, with that work beside its idle machines; returns what it leaves out.
  std::set<std::string> look(Duration at, std::set<std::string> beside, std::string unknown = "") {
    Pool pool{.cooldown = cooldown_};
    pool.members.resize(1);
    pool.members[0].name = "kube";
    leave_out_unhelped(pool, object_, kNow + at);
    const MemberNow now{.unknown = std::move(unknown), .notes = {}, .beside = std::move(beside)};
    object_["status"]["besideIdle"] = beside_idle(object_, pool, {now}, kNow + at);
    return pool.members[0].unhelped;
  }

  Duration cooldown_ = minutes(10);
  json::Value object_ = json::Object{};
};

TEST_F(Unhelped, WorkIsLeftOutWhenItHasWaitedBesideIdleMachinesForTheCooldown) {
  EXPECT_THAT(look(minutes(0), {"job 1"}), IsEmpty());
  const json::Value noted = object_.at("status");
  EXPECT_THAT(look(minutes(9), {"job 1"}), IsEmpty());
  EXPECT_EQ(object_.at("status"), noted);  // nothing is written
  EXPECT_THAT(look(minutes(10), {"job 1", "job 2"}), ElementsAre("job 1"));
  EXPECT_THAT(look(minutes(15), {"job 1", "job 2"}), ElementsAre("job 1"));
  EXPECT_THAT(look(minutes(20), {"job 2"}), ElementsAre("job 1", "job 2"));  // 1 has started
  EXPECT_THAT(look(minutes(21), {"job 1", "job 2"}), ElementsAre("job 2"));
}

TEST_F(Unhelped, WhatFoundItsMachinesBusyBeginsAnew) {
  look(minutes(0), {"job 1"});
  look(minutes(5), {});
  look(minutes(6), {"job 1"});
  EXPECT_THAT(look(minutes(12), {"job 1"}), IsEmpty());
  EXPECT_THAT(look(minutes(16), {"job 1"}), ElementsAre("job 1"));
}

TEST_F(Unhelped, WhatCannotBeSeenIsNotForgotten) {
  look(minutes(0), {"job 1"});
  look(minutes(5), {}, "Slurm is away");
  EXPECT_THAT(look(minutes(10), {"job 1"}), ElementsAre("job 1"));
}

TEST_F(Unhelped, AfterADayItIsTriedAgain) {
  look(minutes(0), {"job 1"});
  EXPECT_THAT(look(hours(23), {"job 1"}), ElementsAre("job 1"));
  EXPECT_THAT(look(hours(24), {"job 1"}), IsEmpty());
  EXPECT_THAT(look(hours(24) + minutes(9), {"job 1"}), IsEmpty());
  EXPECT_THAT(look(hours(24) + minutes(10), {"job 1"}), ElementsAre("job 1"));
}

TEST_F(Unhelped, SchedulersHaveTimeAlsoWithoutACooldown) {
  cooldown_ = {};
  look(minutes(0), {"job 1"});
  EXPECT_THAT(look(minutes(1), {"job 1"}), IsEmpty());
  EXPECT_THAT(look(minutes(2), {"job 1"}), ElementsAre("job 1"));
}

TEST_F(Unhelped, TheStatusDoesNotGrowForEver) {
  std::set<std::string> many;
  for (int i = 0; i < 1000; ++i) {
    many.insert("job " + std::to_string(i));
  }
  look(minutes(0), {"first"});
  look(minutes(1), many);
  EXPECT_EQ(object_.at("status", "besideIdle").as_array().size(), 200U);
  many.insert("first");
  EXPECT_THAT(look(minutes(10), many), IsEmpty());  // it was not beside any a minute ago
}

}  // namespace
}  // namespace sluice::pools
