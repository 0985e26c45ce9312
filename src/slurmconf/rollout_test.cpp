// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/rollout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace sluice::slurmconf {
namespace {

// A cluster in memory that writes down what is done to it, and fails where it is told to.
class FakeCluster final : public Cluster {
 public:
  std::vector<std::string> log;
  std::map<std::string, Error> failing;           // by call; for ever
  std::map<std::string, Error> failing_with_new;  // those of the new files only
  std::map<std::string, int> not_yet;             // by call: how often
  Usage used;
  std::vector<std::string> lost;
  bool slurmctld_dies_of_reconfigure = false;
  bool slurmctld_runs = true;
  bool files_are_new = false;
  bool jobs_are_known = true;
  bool works = false;
  std::vector<std::string> all_nodes{"n1", "n2", "n3"};
  std::set<std::string> down;
  std::map<std::string, std::string> states;  // of partitions
  std::set<std::string> drained;
  std::function<void()> when_closed = [] {};

  Result<std::map<std::string, std::string>> partition_states() override {
    TRY(ping());
    return states;
  }
  Result<void> set_partition_state(const std::string& name, const std::string& state) override {
    TRY(call(name + "=" + state));
    states[name] = state;
    when_closed();
    return {};
  }
  Result<std::map<std::string, Node>> nodes_at_door(
      const std::vector<std::string>& names) override {
    TRY(ping());
    std::map<std::string, Node> found;
    for (const std::string& name : names) {
      found[name] = drained.contains(name) ? Node{.drains = true, .reason = kLeaves} : Node();
    }
    return found;
  }
  Result<void> drain(const std::string& node, const std::string& /*reason*/) override {
    TRY(call(node + "=DRAIN"));
    drained.insert(node);
    when_closed();
    return {};
  }
  Result<void> undrain(const std::string& node) override {
    TRY(call(node + "=UNDRAIN"));
    drained.erase(node);
    return {};
  }
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
  Result<std::vector<std::string>> restart_slurmd(const std::vector<std::string>& nodes) override {
    std::string name = "slurmd";
    std::vector<std::string> not_there;
    for (const std::string& node : nodes) {
      name += " " + node;
      if (down.contains(node)) {
        not_there.push_back(node);
      }
    }
    TRY(call(name));
    return not_there;
  }
  Result<void> ping() override {
    return slurmctld_runs ? Result<void>() : fail(Code::kUnavailable, "slurmctld is down");
  }
  bool is_at_work() override { return works; }

 private:
  Result<void> call(const std::string& name) {
    if (int& times = not_yet[name]; times > 0) {
      --times;
      return fail(Code::kUnavailable, "not yet");
    }
    log.push_back(name);
    for (const auto* all : {&failing, &failing_with_new}) {
      const auto found = all->find(name);
      if (found != all->end() && (all == &failing || files_are_new)) {
        return tl::unexpected(found->second);
      }
    }
    return {};
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

// slurmdbd of another release on its tables, say.
TEST(SlurmRollout, WhoeverIsAtWorkIsWaitedForAsLongAsItTakes) {
  const Plan plan =
      with_changes(simple(), {{.what = "version", .to = "b", .needs = Class::kRestartSlurmdbd}});
  FakeCluster cluster;
  cluster.not_yet = {{"dbd", 100}};
  EXPECT_EQ(run(plan, cluster, {.patience = 60}).phase, Phase::kRolledBack);
  cluster.not_yet = {{"dbd", 100}};
  cluster.works = true;
  EXPECT_EQ(run(plan, cluster, {.patience = 60}).phase, Phase::kDone);
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
      {simple(), "write", {"restore", "reconfigure", "hash"}},
      {everything(), "ctld", {"restore", "ctld", "reconfigure", "hash"}},
      {everything(),
       "slurmd n1 n2 n3",
       {"restore", "ctld", "reconfigure", "slurmd n1 n2 n3", "hash"}},
      {simple(), "lost", {"restore", "reconfigure", "hash"}},
  };
  for (const Case& one : cases) {
    FakeCluster cluster;
    (one.call == "write" ? cluster.failing : cluster.failing_with_new)[one.call] = {Code::kInternal,
                                                                                    "broken wire"};
    const Rollout rollout = run(one.plan, cluster);
    EXPECT_NE(rollout.message.find("broken wire"), std::string::npos) << one.call;
    EXPECT_EQ(rollout.phase, Phase::kRolledBack) << one.call;
    const auto from = std::find(cluster.log.begin(), cluster.log.end(), "restore");
    EXPECT_EQ(Log(from, cluster.log.end()), one.way_back) << one.call;
    EXPECT_FALSE(cluster.files_are_new);
  }
}

TEST(SlurmRollout, WhatIsNeededToGoBackAsWellIsMissing) {
  FakeCluster cluster;
  cluster.failing["ctld"] = {Code::kInternal, "broken wire"};
  const Rollout rollout = run(everything(), cluster);
  EXPECT_EQ(rollout.phase, Phase::kBroken);
  EXPECT_NE(rollout.message.find("broken wire"), std::string::npos);
}

TEST(SlurmRollout, ASlurmctldThatEndedIsStartedWithTheOldFiles) {
  FakeCluster cluster;
  cluster.slurmctld_dies_of_reconfigure = true;
  const Rollout rollout = run(simple(), cluster);
  EXPECT_EQ(rollout.phase, Phase::kRolledBack);
  EXPECT_EQ(rollout.message, "scontrol reconfigure: connection refused");
  EXPECT_EQ(cluster.log,
            (Log{"save", "write", "reconfigure", "restore", "ctld", "reconfigure", "hash"}));
  EXPECT_TRUE(cluster.slurmctld_runs);
}

TEST(SlurmRollout, LostJobsAndNodesThatDoNotFollowLeadBack) {
  FakeCluster cluster;
  cluster.lost = {"7"};
  EXPECT_EQ(run(simple(), cluster).message, "verifying: jobs were lost: 7");
  FakeCluster other;
  other.not_yet["hash"] = 6;
  const Rollout rollout = run(everything(), other, {.batch = 2, .patience = 5});
  EXPECT_EQ(rollout.phase, Phase::kRolledBack);
  EXPECT_EQ(rollout.message, "verifying: nodes run with another configuration, or do not run: n2");
  EXPECT_EQ(Log(other.log.end() - 2, other.log.end()), (Log{"slurmd n1 n2 n3", "hash"}));
}

TEST(SlurmRollout, NobodyIsBackWhileNodesRunWithTheRejectedConfiguration) {
  FakeCluster cluster;
  cluster.not_yet["hash"] = 1000;
  const Rollout rollout = run(everything(), cluster, {.patience = 5});
  EXPECT_EQ(rollout.phase, Phase::kBroken);
  EXPECT_NE(rollout.message.find("going back failed too: verifying: nodes run with another"),
            std::string::npos);
}

// One of two does not come back with the new files, nor with the old ones.
TEST(SlurmRollout, AllThatWereAskedToRestartAreAskedAgainOnTheWayBack) {
  FakeCluster cluster;
  cluster.not_yet["slurmd n1 n2"] = 1000;
  const Rollout one_batch = run(everything(), cluster, {.batch = 2, .patience = 5});
  EXPECT_EQ(one_batch.phase, Phase::kRolledBack);
  EXPECT_EQ(one_batch.message,
            "restart slurmd on all nodes, in batches: not yet; given up on: not yet");
  EXPECT_EQ(cluster.not_yet["slurmd n1 n2"], 1000 - 6 - 6) << "asked there and back";
  FakeCluster second;
  second.not_yet["slurmd n3"] = 1000;
  EXPECT_EQ(run(everything(), second, {.batch = 2, .patience = 5}).phase, Phase::kRolledBack);
  EXPECT_EQ(Log(second.log.end() - 2, second.log.end()), (Log{"slurmd n1 n2 n3", "hash"}));
}

TEST(SlurmRollout, NodesThatAreDownHoldNobodyUpAndAreNamed) {
  FakeCluster cluster;
  cluster.down = {"n2", "n3"};
  const Rollout there = run(everything(), cluster, {.batch = 2});
  EXPECT_EQ(there.phase, Phase::kDone);
  EXPECT_EQ(there.skipped, (Log{"n2", "n3"}));
  FakeCluster other;
  other.down = {"n2"};
  other.lost = {"7"};
  const Rollout back = run(everything(), other, {.batch = 2});
  EXPECT_EQ(back.phase, Phase::kRolledBack);
  EXPECT_EQ(back.skipped, Log{"n2"}) << "once";
}

TEST(SlurmRollout, WhoIsAskedToRestartIsNotedBefore) {
  FakeCluster cluster;
  Rollout rollout;
  rollout.phase = Phase::kApply;
  rollout.step = 2;
  advance(rollout, everything(), cluster, {.batch = 2});
  EXPECT_EQ(rollout.restarting, (Log{"n1", "n2"}));
  EXPECT_TRUE(cluster.log.empty());
  advance(rollout, everything(), cluster, {.batch = 2});
  EXPECT_EQ(cluster.log, Log{"slurmd n1 n2"});
  EXPECT_EQ(rollout.restarted, (Log{"n1", "n2"}));
  EXPECT_EQ(rollout.restarting, Log{"n3"});
}

// A job that comes between the look at the queue and the reconfigure would be cancelled.
TEST(SlurmRollout, APartitionThatGoesIsClosedBeforeItIsLookedAtForTheLastTime) {
  const Plan takes = planned("PartitionName=a\nPartitionName=b", "PartitionName=a");
  FakeCluster cluster;
  cluster.states = {{"a", "UP"}, {"b", "UP"}};
  EXPECT_EQ(run(takes, cluster).phase, Phase::kDone);
  EXPECT_EQ(cluster.log, (Log{"b=DRAIN", "save", "write", "reconfigure", "lost", "hash"}));

  FakeCluster late;
  late.states = {{"a", "UP"}, {"b", "UP"}};
  late.when_closed = [&] { late.used.jobs_of_partition["b"] = 1; };
  const Rollout refused = run(takes, late);
  EXPECT_EQ(refused.phase, Phase::kRefused);
  EXPECT_NE(refused.message.find("1 job is in it"), std::string::npos);
  EXPECT_EQ(late.log, (Log{"b=DRAIN", "b=UP"}));
  EXPECT_TRUE(refused.closed.empty());

  FakeCluster busy;
  busy.states = {{"a", "UP"}, {"b", "UP"}};
  busy.used.jobs_of_partition["b"] = 1;
  EXPECT_EQ(run(takes, busy).phase, Phase::kRefused);
  EXPECT_TRUE(busy.log.empty()) << "a refused change does not keep users out";
}

// A job that starts there before slurmctld does without the node would be lost.
TEST(SlurmRollout, ANodeThatGoesIsDrainedBeforeItIsLookedAtForTheLastTime) {
  const Plan takes = planned("NodeName=n[1-2]", "NodeName=n1");
  FakeCluster cluster;
  EXPECT_EQ(run(takes, cluster).phase, Phase::kDone);
  EXPECT_EQ(cluster.log.front(), "n2=DRAIN");
  EXPECT_EQ(cluster.log.at(1), "save");

  FakeCluster late;
  late.when_closed = [&] { late.used.jobs_of_node["n2"] = 1; };
  const Rollout refused = run(takes, late);
  EXPECT_EQ(refused.phase, Phase::kRefused);
  EXPECT_NE(refused.message.find("1 job is on it"), std::string::npos);
  EXPECT_EQ(late.log, (Log{"n2=DRAIN", "n2=UNDRAIN"}));
  EXPECT_TRUE(refused.closed.empty());

  FakeCluster waiting;
  waiting.used.jobs_of_node["n2"] = 1;
  Rollout rollout;
  for (int i = 0; i < 3; ++i) {
    advance(rollout, takes, waiting, {.waits_for_jobs = true});
  }
  EXPECT_EQ(waiting.log, Log{"n2=DRAIN"}) << "else the wait has no end";
  waiting.used.jobs_of_node.clear();
  advance(rollout, takes, waiting, {.waits_for_jobs = true});
  EXPECT_EQ(rollout.phase, Phase::kSave);
}

// It remembers drains, other than states of partitions, when it starts.
TEST(SlurmRollout, ADrainIsRememberedWhereSlurmctldDoesNotAnswer) {
  FakeCluster cluster;
  cluster.slurmctld_runs = false;
  cluster.jobs_are_known = false;
  Rollout rollout;
  rollout.closed = {.partitions = {{"b", "UP"}}, .nodes = {"n2"}};
  rollout.tries = 3;
  advance(rollout, simple(), cluster, {.patience = 9, .asks = 3});
  EXPECT_EQ(rollout.phase, Phase::kSave);
  EXPECT_EQ(rollout.closed, (Closed{.nodes = {"n2"}}));
}

TEST(SlurmRollout, WhoWaitsForAPartitionKeepsNewJobsOutAndLetsThemInAgain) {
  const Plan takes = planned("PartitionName=a\nPartitionName=b", "PartitionName=a");
  const RolloutOptions options{.waits_for_jobs = true};
  FakeCluster cluster;
  cluster.states = {{"a", "UP"}, {"b", "UP"}};
  cluster.used.jobs_of_partition["b"] = 2;
  Rollout rollout;
  advance(rollout, takes, cluster, options);
  EXPECT_EQ(rollout.closed, (Closed{.partitions = {{"b", "UP"}}}));
  EXPECT_TRUE(cluster.log.empty()) << "noted first";
  advance(rollout, takes, cluster, options);
  EXPECT_EQ(cluster.log, Log{"b=DRAIN"});
  EXPECT_EQ(rollout.phase, Phase::kCheck);
  const std::string message = rollout.message;
  EXPECT_NE(message.find("2 jobs are in it"), std::string::npos);
  cluster.used.jobs_of_partition["b"] = 1;
  advance(rollout, takes, cluster, options);
  EXPECT_EQ(rollout.message, message) << "their number is no news";
  EXPECT_TRUE(rollout.jobs.empty());
  cluster.slurmctld_runs = false;
  rollout.tries = 1000;
  advance(rollout, takes, cluster, options);
  EXPECT_EQ(rollout.phase, Phase::kCheck) << "one question without an answer does not end it";
  cluster.slurmctld_runs = true;

  Rollout other = rollout;  // somebody wants something else now
  advance(other, simple(), cluster, options);
  EXPECT_EQ(cluster.log, (Log{"b=DRAIN", "b=UP"}));
  EXPECT_TRUE(other.closed.empty());
  Rollout nothing = rollout;
  advance(nothing, planned("KillWait=3", "KillWait=3"), cluster, options);
  EXPECT_EQ(nothing.phase, Phase::kDone);
  EXPECT_TRUE(nothing.closed.empty());
}

TEST(SlurmRollout, APartitionThatStaysAfterAllIsOpenAgain) {
  FakeCluster cluster;
  cluster.states = {{"a", "UP"}, {"b", "UP"}};
  cluster.failing_with_new["reconfigure"] = {Code::kInternal, "no"};
  const Rollout rollout =
      run(planned("PartitionName=a\nPartitionName=b", "PartitionName=a"), cluster);
  EXPECT_EQ(rollout.phase, Phase::kRolledBack);
  EXPECT_EQ(cluster.log.back(), "b=UP");
  FakeCluster full;
  full.states = {{"b", "UP"}};
  full.failing["save"] = {Code::kInternal, "disk full"};
  EXPECT_EQ(run(planned("PartitionName=b", ""), full).phase, Phase::kRefused);
  EXPECT_EQ(full.log, (Log{"b=DRAIN", "save", "b=UP"}));
}

TEST(SlurmRollout, WhatIsNothingForTheFilesMayStillCostJobs) {
  const Plan plan = with_changes(planned("KillWait=3", "KillWait=3"),
                                 {{.what = "spec.compute",
                                   .needs = Class::kNoop,
                                   .guard = {Guard::Kind::kMachines, "compute"},
                                   .of_cluster = true}});
  FakeCluster cluster;
  cluster.states = {{"a", "UP"}};
  cluster.used.jobs_on_nodes = 1;
  EXPECT_EQ(run(plan, cluster).phase, Phase::kRefused);
  cluster.used.jobs_on_nodes = 0;
  const Rollout rollout = run(plan, cluster);
  EXPECT_EQ(rollout.phase, Phase::kDone);
  EXPECT_EQ(cluster.log, Log{"a=DOWN"});
  EXPECT_EQ(rollout.closed, (Closed{.partitions = {{"a", "UP"}}}))
      << "until its machines have stopped";
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
