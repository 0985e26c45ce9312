// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/rollout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace sluice::slurmconf {
namespace {

// A cluster in memory that writes down what is done to it, and fails where it is told to.
class FakeCluster final : public Cluster {
 public:
  std::vector<std::string> log;
  std::map<std::string, Error> failing;  // by call; for ever
  std::map<std::string, int> not_yet;    // by call: how often
  Usage used;
  std::vector<std::string> lost;
  bool slurmctld_dies_of_reconfigure = false;
  bool slurmctld_runs = true;
  bool files_are_new = false;
  bool jobs_are_known = true;
  std::vector<std::string> all_nodes{"n1", "n2", "n3"};

  Result<Usage> usage() override {
    TRY(ping());
    return used;
  }
  Result<std::vector<std::string>> live_jobs() override { return std::vector<std::string>{"7"}; }
  Result<std::vector<std::string>> lost_jobs(const std::vector<std::string>& before) override {
    EXPECT_EQ(before, jobs_are_known ? std::vector<std::string>{"7"} : std::vector<std::string>());
    TRY(call("lost"));
    return lost;
  }
  Result<std::vector<std::string>> nodes() override { return all_nodes; }
  Result<std::vector<std::string>> differing_nodes() override {
    const auto done = call("hash");
    return done || done.error().code != Code::kUnavailable ? std::vector<std::string>()
                                                           : std::vector<std::string>{"n2"};
  }
  Result<void> save() override { return call("save"); }
  Result<void> write() override {
    TRY(call("write"));
    files_are_new = true;
    return {};
  }
  Result<void> restore() override {
    TRY(call("restore"));
    files_are_new = false;
    return {};
  }
  Result<void> reconfigure() override {
    if (slurmctld_dies_of_reconfigure && files_are_new) {
      slurmctld_runs = false;
    }
    TRY(call("reconfigure"));
    return slurmctld_runs ? Result<void>() : fail(Code::kInternal, "connection refused");
  }
  Result<void> restart_slurmdbd() override { return call("dbd"); }
  Result<void> restart_slurmctld() override {
    TRY(call("ctld"));
    slurmctld_runs = true;
    return {};
  }
  Result<void> restart_slurmd(const std::vector<std::string>& nodes) override {
    std::string name = "slurmd";
    for (const std::string& node : nodes) {
      name += " " + node;
    }
    return call(name);
  }
  Result<void> ping() override {
    return slurmctld_runs ? Result<void>() : fail(Code::kUnavailable, "slurmctld is down");
  }

 private:
  Result<void> call(const std::string& name) {
    if (int& times = not_yet[name]; times > 0) {
      --times;
      return fail(Code::kUnavailable, "not yet");
    }
    log.push_back(name);
    const auto found = failing.find(name);
    return found == failing.end() ? Result<void>() : tl::unexpected(found->second);
  }
};

Plan planned(const std::string& from, const std::string& to) {
  return make_plan({parse(File::kSlurm, {{"a", from}}).value()},
                   {parse(File::kSlurm, {{"a", to}}).value()}, {22, 5});
}
const Plan& simple() {
  static const Plan plan = planned("KillWait=3", "KillWait=4");
  return plan;
}
const Plan& everything() {
  static const Plan plan = planned("GresTypes=gpu", "GresTypes=fpga");
  return plan;
}

Rollout run(const Plan& plan, FakeCluster& cluster, const RolloutOptions& options = {}) {
  Rollout rollout;
  for (int i = 0; i < 500 && !is_over(rollout.phase); ++i) {
    advance(rollout, plan, cluster, options);
  }
  return rollout;
}

using Log = std::vector<std::string>;

TEST(SlurmRollout, AReconfigureIsSavedAppliedAndVerified) {
  FakeCluster cluster;
  EXPECT_EQ(run(simple(), cluster).phase, Phase::kDone);
  EXPECT_EQ(cluster.log, (Log{"save", "write", "reconfigure", "lost", "hash"}));
}

TEST(SlurmRollout, SlurmdAreRestartedInBatches) {
  FakeCluster cluster;
  EXPECT_EQ(run(everything(), cluster, {.batch = 2}).phase, Phase::kDone);
  EXPECT_EQ(cluster.log,
            (Log{"save", "write", "ctld", "slurmd n1 n2", "slurmd n3", "lost", "hash"}));
}

TEST(SlurmRollout, NothingToDoTouchesNothing) {
  FakeCluster cluster;
  EXPECT_EQ(run(planned("KillWait=3", "KillWait=3"), cluster).phase, Phase::kDone);
  EXPECT_TRUE(cluster.log.empty());
}

TEST(SlurmRollout, RefusedPlansTouchNothing) {
  FakeCluster cluster;
  const Rollout refused = run(planned("ClusterName=a", "ClusterName=b"), cluster);
  EXPECT_EQ(refused.phase, Phase::kRefused);
  EXPECT_NE(refused.message.find("ClusterName: "), std::string::npos);
  const Plan takes = planned("PartitionName=a\nPartitionName=b", "PartitionName=a");
  cluster.used.jobs_of_partition["b"] = 2;
  EXPECT_EQ(run(takes, cluster).phase, Phase::kRefused);
  EXPECT_TRUE(cluster.log.empty());
}

TEST(SlurmRollout, WaitsUntilAPartitionThatGoesIsEmptyWhenToldTo) {
  FakeCluster cluster;
  const Plan takes = planned("PartitionName=a\nPartitionName=b", "PartitionName=a");
  cluster.used.jobs_of_partition["b"] = 1;
  Rollout rollout;
  const RolloutOptions options{.waits_for_jobs = true};
  for (int i = 0; i < 100; ++i) {
    advance(rollout, takes, cluster, options);
  }
  EXPECT_EQ(rollout.phase, Phase::kCheck);
  EXPECT_NE(rollout.message.find("partition b: 1 job is in it"), std::string::npos);
  cluster.used.jobs_of_partition.clear();
  while (!is_over(rollout.phase)) {
    advance(rollout, takes, cluster, options);
  }
  EXPECT_EQ(rollout.phase, Phase::kDone);
}

TEST(SlurmRollout, WhatIsNotReadyYetIsAskedAgain) {
  FakeCluster cluster;
  cluster.not_yet = {{"save", 2}, {"reconfigure", 3}, {"hash", 4}};
  EXPECT_EQ(run(simple(), cluster).phase, Phase::kDone);
}

TEST(SlurmRollout, NothingIsWrittenWhereNothingCouldBeSaved) {
  FakeCluster cluster;
  cluster.failing["save"] = {Code::kInternal, "disk full"};
  const Rollout rollout = run(simple(), cluster);
  EXPECT_EQ(rollout.phase, Phase::kRefused);
  EXPECT_EQ(rollout.message, "saving the files in effect: disk full");
  EXPECT_EQ(cluster.log, Log{"save"});
}

// Each step that fails for good leads back, and the reason is told.
TEST(SlurmRollout, EveryFailingStepIsUndone) {
  struct Case {
    const Plan& plan;
    std::string call;
    Log way_back;
  };
  const std::vector<Case> cases{
      {simple(), "write", {"restore", "reconfigure"}},
      {everything(), "ctld", {}},
      {everything(), "slurmd n1 n2 n3", {"restore", "ctld", "reconfigure"}},
      {simple(), "lost", {"restore", "reconfigure"}},
  };
  for (const Case& one : cases) {
    FakeCluster cluster;
    cluster.failing[one.call] = {Code::kInternal, "broken wire"};
    const Rollout rollout = run(one.plan, cluster);
    EXPECT_NE(rollout.message.find("broken wire"), std::string::npos) << one.call;
    if (one.way_back.empty()) {  // what failed is needed to go back as well
      EXPECT_EQ(rollout.phase, Phase::kBroken) << one.call;
      continue;
    }
    EXPECT_EQ(rollout.phase, Phase::kRolledBack) << one.call;
    const auto from = std::find(cluster.log.begin(), cluster.log.end(), "restore");
    EXPECT_EQ(Log(from, cluster.log.end()), one.way_back) << one.call;
    EXPECT_FALSE(cluster.files_are_new);
  }
}

TEST(SlurmRollout, ASlurmctldThatEndedIsStartedWithTheOldFiles) {
  FakeCluster cluster;
  cluster.slurmctld_dies_of_reconfigure = true;
  const Rollout rollout = run(simple(), cluster);
  EXPECT_EQ(rollout.phase, Phase::kRolledBack);
  EXPECT_EQ(rollout.message, "scontrol reconfigure: connection refused");
  EXPECT_EQ(cluster.log, (Log{"save", "write", "reconfigure", "restore", "ctld", "reconfigure"}));
  EXPECT_TRUE(cluster.slurmctld_runs);
}

TEST(SlurmRollout, LostJobsAndNodesThatDoNotFollowLeadBack) {
  FakeCluster cluster;
  cluster.lost = {"7"};
  EXPECT_EQ(run(simple(), cluster).message, "verifying: jobs were lost: 7");
  FakeCluster other;
  other.not_yet["hash"] = 1000;
  const Rollout rollout = run(everything(), other, {.batch = 2, .patience = 5});
  EXPECT_EQ(rollout.phase, Phase::kRolledBack);
  EXPECT_EQ(rollout.message, "verifying: nodes run with another configuration: n2");
  EXPECT_EQ(other.log.back(), "slurmd n1 n2 n3");
}

TEST(SlurmRollout, ASlurmctldThatDoesNotAnswerIsChangedWhenNoJobIsInDanger) {
  FakeCluster cluster;
  cluster.slurmctld_runs = false;
  cluster.jobs_are_known = false;
  EXPECT_EQ(run(everything(), cluster, {.patience = 9, .asks = 3}).phase, Phase::kDone);
  EXPECT_EQ(cluster.log.at(2), "ctld");
  FakeCluster other;
  other.slurmctld_runs = false;
  const Plan takes = planned("PartitionName=a\nPartitionName=b", "PartitionName=a");
  EXPECT_EQ(run(takes, other, {.patience = 9, .asks = 3}).phase, Phase::kRefused);
  EXPECT_TRUE(other.log.empty());
}

TEST(SlurmRollout, WhatHasNoWayBackStaysWhereItFailed) {
  FakeCluster cluster;
  cluster.failing["ctld"] = {Code::kInternal, "fatal"};
  const Rollout rollout = run(everything(), cluster, {.can_go_back = false});
  EXPECT_EQ(rollout.phase, Phase::kBroken);
  EXPECT_EQ(rollout.step, 1U);
  EXPECT_EQ(cluster.log, (Log{"save", "write", "ctld"}));
}

TEST(SlurmRollout, WhenTheWayBackFailsSomebodyHasToLook) {
  FakeCluster cluster;
  cluster.lost = {"7"};
  cluster.failing["restore"] = {Code::kInternal, "disk full"};
  const Rollout rollout = run(simple(), cluster);
  EXPECT_EQ(rollout.phase, Phase::kBroken);
  EXPECT_EQ(rollout.message,
            "verifying: jobs were lost: 7; going back failed too: restoring the files: disk full");
}

}  // namespace
}  // namespace sluice::slurmconf
