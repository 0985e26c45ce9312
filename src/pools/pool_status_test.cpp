// SPDX-License-Identifier: Apache-2.0
#include "pools/pool_status.h"

#include <gtest/gtest.h>

#include "api/meta.h"
#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::pools {
namespace {

const WallTime kNow{std::chrono::seconds(1'900'000'000)};

Pool pool(bool dry_run) {
  Pool made{.dry_run = dry_run};
  made.members.resize(2);
  made.members[0].name = "slurm";
  made.members[1].name = "kube";
  return made;
}

std::string reason(const json::Value& status) {
  return api::condition(json::Object{{"status", status}}, "Balanced")->at("reason").as_string();
}

TEST(PoolStatus, TellsWhatWasDoneAndWhen) {
  const Decision decision{.changes = {{.member = 1, .from = 4, .to = 2, .why = "because"}},
                          .explanation = {"a", "b"},
                          .for_work = true,
                          .look_again = {}};
  json::Value object = *json::parse(R"({"metadata":{"generation":3}})");
  const json::Value moved = status_after(object, pool(false), decision, "", kNow);
  EXPECT_EQ(json::write(moved.at("changes")),
            R"([{"member":"kube","from":4,"to":2,"why":"because"}])");
  EXPECT_EQ(json::write(moved.at("explanation")), R"(["a","b"])");
  EXPECT_EQ(moved.at("observedGeneration").as_int(), 3);
  EXPECT_EQ(reason(moved), "Moving");
  object["status"] = moved;
  EXPECT_EQ(last_move(object), kNow);

  // What was done last stays to be seen, and its time.
  const json::Value later =
      status_after(object, pool(false), {.explanation = {"c"}, .look_again = {}}, "",
                   kNow + std::chrono::hours(1));
  EXPECT_EQ(later.at("changes"), moved.at("changes"));
  EXPECT_EQ(later.at("lastMoveTime"), moved.at("lastMoveTime"));
  EXPECT_EQ(reason(later), "NothingToDo");
}

TEST(PoolStatus, ADryRunAndAFailureAreNoMoves) {
  const Decision decision{.changes = {{.member = 0, .from = 1, .to = 2, .why = "x"}},
                          .for_work = true,
                          .look_again = {}};
  const json::Value dry = status_after(json::Object{}, pool(true), decision, "", kNow);
  EXPECT_EQ(dry.find("lastMoveTime"), nullptr);
  EXPECT_EQ(reason(dry), "DryRun");
  const json::Value failed = status_after(json::Object{}, pool(false), decision, "forbidden", kNow);
  EXPECT_EQ(failed.find("lastMoveTime"), nullptr);
  EXPECT_EQ(reason(failed), "ScalingFailed");
  EXPECT_EQ(reason(status_after(json::Object{}, pool(false), {.wants_more = true, .look_again = {}},
                                "", kNow)),
            "NoMachines");
  EXPECT_EQ(reason(status_of_invalid(json::Object{}, "why", kNow)), "Invalid");
}

}  // namespace
}  // namespace sluice::pools
