// SPDX-License-Identifier: Apache-2.0
//
// No change of a cluster costs a job: what is in the way, and what keeps others from coming.
#include "clusters/cluster_nodes.h"
#include "slurm_rollouts.h"
#include "slurmconf/closing.h"

namespace sluice::clusters {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST_F(SlurmRollouts, LostJobsLeadBack) {
  make("x", "hostBinaries: true");
  patch("x", "{spec: {slurmConf: {a: 'MaxJobCount=100'}}}");
  reconcile("x");
  EXPECT_EQ(phase("x"), "Apply");
  queue_ = "";
  settle("x");
  reconcile("x");
  EXPECT_EQ(phase("x"), "RollBack");
  EXPECT_THAT(get(*kind_, "x").at("status", "rollout", "message").as_string(),
              HasSubstr("jobs were lost: 7"));
  settle("x");
  reconcile("x");
  EXPECT_EQ(reason("x"), "RolledBack");
  EXPECT_THAT(conf("x"), Not(HasSubstr("MaxJobCount")));
}

TEST_F(SlurmRollouts, JobsThatTheNewSpecForgetsSoonerAreNotLost) {
  use_fake_clock();
  make("x", "hostBinaries: true");
  patch("x", "{spec: {slurmConf: {a: \"MaxJobCount=100\\nMinJobAge=2\"}}}");
  reconcile("x");
  EXPECT_EQ(phase("x"), "Apply");
  queue_ = "";
  time_.advance(std::chrono::seconds(3));
  settle("x");
  reconcile("x");
  EXPECT_EQ(reason("x"), "Applied");
}

TEST_F(SlurmRollouts, WhereJobsAreNeverForgottenAMissingOneIsLost) {
  use_fake_clock();
  make("x", "hostBinaries: true, slurmConf: {b: 'MinJobAge=0'}");
  for (const char* age : {"0", "300"}) {
    queue_ = "7|PENDING|all|\n";
    patch("x", std::string("{spec: {slurmConf: {a: 'MaxJobCount=1") + age +
                   "', b: 'MinJobAge=" + age + "'}}}");
    reconcile("x");
    EXPECT_EQ(phase("x"), "Apply");
    queue_ = "";
    time_.advance(std::chrono::seconds(200));
    settle("x");
    reconcile("x");
    EXPECT_EQ(phase("x"), "RollBack") << age;
    settle("x");
    reconcile("x");
  }
}

TEST_F(SlurmRollouts, APartitionWithJobsStaysOrIsWaitedFor) {
  make("x", "hostBinaries: true, partitions: [{name: all}, {name: night}]");
  queue_ = "7|PENDING|night|\n";
  patch("x", "{spec: {partitions: [{name: all}]}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "ChangeRefused");
  EXPECT_THAT(condition("x", "Config").at("message").as_string(), HasSubstr("1 job is in it"));
  patch("x", "{spec: {rollout: {whenBusy: Wait}}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "Waiting");
  EXPECT_THAT(conf("x"), HasSubstr("PartitionName=night"));
  queue_ = "";
  reconcile("x");
  EXPECT_EQ(reason("x"), "Applied");
  EXPECT_THAT(conf("x"), Not(HasSubstr("PartitionName=night")));
}

TEST_F(SlurmRollouts, APartitionThatIsWaitedForTakesNoJobsUntilItIsWantedAgain) {
  make("x",
       "hostBinaries: true, partitions: [{name: all}, {name: night}], rollout: {whenBusy: Wait}");
  states_ = {{"all", "UP"}, {"night", "UP"}};
  queue_ = "7|REQUEUE_HOLD|night|\n";
  patch("x", "{spec: {partitions: [{name: all}]}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "Waiting");
  EXPECT_EQ(states_["night"], "DRAIN");
  EXPECT_EQ(get(*kind_, "x").at("status", "rollout", "closed", "night").as_string(), "UP");
  patch("x", "{spec: {partitions: [{name: all}, {name: night}]}}");
  answers_ = false;
  reconcile("x");
  EXPECT_EQ(reason("x"), "Applied");
  EXPECT_EQ(get(*kind_, "x").at("status", "rollout", "closed", "night").as_string(), "UP")
      << "not forgotten while nobody answers";
  answers_ = true;
  reconcile("x");
  EXPECT_EQ(states_["night"], "UP");
  EXPECT_TRUE(get(*kind_, "x").at("status", "rollout").is_null());
}

TEST_F(SlurmRollouts, AnotherSpecOpensWhatItDoesNotTake) {
  make("x",
       "hostBinaries: true, partitions: [{name: all}, {name: night}], rollout: {whenBusy: Wait}");
  states_ = {{"all", "UP"}, {"night", "UP"}};
  queue_ = "7|PENDING|night|\n";
  patch("x", "{spec: {partitions: [{name: all}]}}");
  reconcile("x");
  EXPECT_EQ(states_["night"], "DRAIN");
  patch("x", "{spec: {partitions: [{name: all}, {name: night}], slurmConf: {a: 'KillWait=7'}}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "Applied");
  EXPECT_EQ(states_["night"], "UP");
}

TEST_F(SlurmRollouts, ANodeThatIsWaitedForGetsNoJobsUntilItIsWantedAgain) {
  make("x", "hostBinaries: true, rollout: {whenBusy: Wait}, slurmConf: {nodes: 'NodeName=n[1-3]'}");
  nodes_ = {{"n1", "idle|none"}, {"n2", "mixed|none"}, {"n3", "drained|disk"}};
  queue_ = "7|RUNNING|all|n2\n8|PENDING|all|\n";
  patch("x", "{spec: {slurmConf: {nodes: 'NodeName=n1'}}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "Waiting");
  EXPECT_EQ(nodes_["n1"], "idle|none");
  EXPECT_EQ(nodes_["n2"], "drained|" + std::string(slurmconf::kLeaves));
  EXPECT_EQ(nodes_["n3"], "drained|disk") << "that of somebody else";
  EXPECT_EQ(get(*kind_, "x").at("status", "rollout", "drained").as_array(), json::Array{"n2"});
  patch("x", "{spec: {slurmConf: {nodes: 'NodeName=n[1-3]'}}}");
  answers_ = false;
  reconcile("x");
  EXPECT_EQ(get(*kind_, "x").at("status", "rollout", "drained").as_array(), json::Array{"n2"})
      << "not forgotten while nobody answers";
  answers_ = true;
  reconcile("x");
  EXPECT_EQ(reason("x"), "Applied");
  EXPECT_EQ(nodes_["n2"], "idle|none");
  EXPECT_EQ(nodes_["n3"], "drained|disk");
  EXPECT_TRUE(get(*kind_, "x").at("status", "rollout").is_null());
}

TEST_F(SlurmRollouts, ADrainOfAnAdministratorStays) {
  make("x", "hostBinaries: true, rollout: {whenBusy: Wait}, slurmConf: {nodes: 'NodeName=n[1-2]'}");
  nodes_ = {{"n1", "idle|none"}, {"n2", "mixed|none"}};
  queue_ = "7|RUNNING|all|n2\n";
  patch("x", "{spec: {slurmConf: {nodes: 'NodeName=n1'}}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "Waiting");
  nodes_["n2"] = "draining|disk";
  reconcile("x");
  EXPECT_EQ(nodes_["n2"], "draining|disk");
  patch("x", "{spec: {slurmConf: {nodes: 'NodeName=n[1-2]'}}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "Applied");
  EXPECT_EQ(nodes_["n2"], "draining|disk");
}

TEST_F(SlurmRollouts, MachinesAreNotTakenFromUnderTheirJobs) {
  const auto kind = node_services_kind(client_, clock_);
  ASSERT_TRUE(kind.has_value()) << kind.error().message;
  const runtime::Informer machines(client_, api::kinds::node(), clock_);
  const ClusterNodes nodes(client_, clock_, *kind, machines);
  reconciler_ = std::make_unique<ClusterReconciler>(
      ClusterReconciler::Parts{client_, time_, *informer_, *events_, commands_, &nodes});
  make("x", "hostBinaries: true, compute: {pools: [{name: batch}]}");
  add_node("n1");
  states_ = {{"all", "UP"}};
  queue_ = "7|RUNNING|all|n1\n8|PENDING|all|\n";
  patch("x", "{spec: {compute: null}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "ChangeRefused");
  EXPECT_THAT(condition("x", "Config").at("message").as_string(),
              HasSubstr("spec.compute: 1 job is on nodes"));
  EXPECT_FALSE(get(**kind, "x-nodes").is_null());
  EXPECT_EQ(states_["all"], "UP");
  patch("x", "{spec: {rollout: {whenBusy: Wait}}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "Waiting");
  EXPECT_EQ(states_["all"], "DOWN") << "what waits does not start";
  queue_ = "8|PENDING|all|\n";
  reconcile("x");
  EXPECT_EQ(reason("x"), "Applied");
  EXPECT_TRUE(get(**kind, "x-nodes").is_null());
  reconcile("x");
  EXPECT_EQ(states_["all"], "DOWN") << "slurmd still run";
  time_.advance(std::chrono::minutes(3));
  reconcile("x");
  EXPECT_EQ(states_["all"], "UP");
}

TEST_F(SlurmRollouts, ARefusedChangeIsWrittenDownOnce) {
  use_fake_clock();
  make("x", "hostBinaries: true, partitions: [{name: all}, {name: night}]");
  queue_ = "7|PENDING|night|\n";
  patch("x", "{spec: {partitions: [{name: all}]}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "ChangeRefused");
  const std::string version = version_of("x");
  time_.advance(std::chrono::seconds(31));
  reconcile("x");
  EXPECT_EQ(version_of("x"), version);
  queue_ = "7|PENDING|night|\n8|PENDING|night|\n9|PENDING|all|\n";
  time_.advance(std::chrono::seconds(31));
  reconcile("x");
  EXPECT_EQ(version_of("x"), version) << "how many there are is no news";
}

TEST_F(SlurmRollouts, WhatIsWaitedForIsWrittenDownOnce) {
  use_fake_clock();
  make("x",
       "hostBinaries: true, partitions: [{name: all}, {name: night}], rollout: {whenBusy: Wait}");
  queue_ = "7|PENDING|night|\n";
  patch("x", "{spec: {partitions: [{name: all}]}}");
  reconcile("x");
  EXPECT_EQ(reason("x"), "Waiting");
  const std::string version = version_of("x");
  queue_ = "7|PENDING|night|\n8|PENDING|night|\n9|PENDING|all|\n";
  time_.advance(std::chrono::hours(1));
  reconcile("x");
  EXPECT_EQ(version_of("x"), version);
}

}  // namespace
}  // namespace sluice::clusters
