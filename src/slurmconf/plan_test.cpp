// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/plan.h"

#include <gtest/gtest.h>

namespace sluice::slurmconf {
namespace {

constexpr Release k2205{22, 5};
constexpr Release k2411{24, 11};

Config parsed(const std::string& text, File file) {
  auto config = parse(file, {{"a.conf", text}});
  EXPECT_TRUE(config.has_value()) << (config ? "" : config.error().message);
  return config.value_or(Config{});
}

Plan planned(const std::string& from, const std::string& to, Release release = k2205,
             File file = File::kSlurm) {
  return make_plan({parsed(from, file)}, {parsed(to, file)}, release);
}

TEST(SlurmPlan, WhatMeansTheSameIsNoChange) {
  const Plan plan = planned(
      "ClusterName=a\nUsePAM=YES\nKillWait=30\nNodeName=n[1-2] CPUs=2\n"
      "PartitionName=p Nodes=n[1-2] State=UP\n",
      "# other words\nkillwait=030\nUSEPAM=1\nclustername=a\nNodeName=DEFAULT CPUs=2\nNodeName=n2\n"
      "NodeName=n1\nPartitionName=p State=up Nodes=n2,n1\n");
  EXPECT_EQ(plan.needs, Class::kNoop);
  EXPECT_TRUE(plan.steps.empty());
  EXPECT_EQ(to_text(plan), "Nothing changes.\n");
}

TEST(SlurmPlan, ReconfigureIsTheUsualWay) {
  const Plan plan = planned("KillWait=30\n", "KillWait=60\nMinJobAge=5\n");
  EXPECT_EQ(to_text(plan),
            "RECONFIGURE for Slurm 22.05, 2 changes:\n"
            "  slurm.conf: KillWait: 30 -> 60  [RECONFIGURE]\n"
            "  slurm.conf: MinJobAge: (none) -> 5  [RECONFIGURE]\n"
            "Steps:\n"
            "  1. write the files\n"
            "  2. scontrol reconfigure\n"
            "  3. verify: ping, what nodes run with, jobs\n");
}

TEST(SlurmPlan, APluginThatMayNotBeThereIsToldAndNotRefused) {
  const Plan plan = planned("KillWait=30", "KillWait=30\nMCSPlugin=mcs/nowhere");
  EXPECT_EQ(plan.needs, Class::kReconfigure);
  ASSERT_EQ(plan.changes.size(), 1U);
  EXPECT_EQ(plan.changes.front().why,
            "mcs/nowhere does not come with Slurm 22.05: slurmctld ends where no such plugin is "
            "installed");
  EXPECT_EQ(planned("MCSPlugin=mcs/nowhere", "MCSPlugin=mcs/user").changes.front().why, "");
}

TEST(SlurmPlan, ReleasesDiffer) {
  EXPECT_EQ(planned("MaxJobCount=10", "MaxJobCount=20").needs, Class::kRestartSlurmctld);
  EXPECT_EQ(planned("MaxJobCount=10", "MaxJobCount=20", k2411).needs, Class::kReconfigure);
  const std::string more = "NodeName=n1\nNodeName=n2\n";
  EXPECT_EQ(planned("NodeName=n1", more).needs, Class::kRestartAll);
  EXPECT_EQ(planned("NodeName=n1", more, {24, 5}).needs, Class::kRestartAll);
  EXPECT_EQ(planned("NodeName=n1", more, k2411).needs, Class::kReconfigure);
}

TEST(SlurmPlan, NeedsAddUp) {
  const Plan plan = planned("KillWait=3\nMaxJobCount=9\nTaskPlugin=task/none",
                            "KillWait=4\nMaxJobCount=8\nTaskPlugin=task/affinity");
  EXPECT_EQ(plan.needs, Class::kRestartAll);
  EXPECT_EQ(plan.steps, (std::vector<Step>{Step::kWriteFiles, Step::kRestartSlurmctld,
                                           Step::kRestartSlurmd, Step::kVerify}));
  EXPECT_EQ(planned("MaxJobCount=9", "MaxJobCount=8").steps,
            (std::vector<Step>{Step::kWriteFiles, Step::kRestartSlurmctld, Step::kReconfigure,
                               Step::kVerify}));
  EXPECT_EQ(planned("TaskPlugin=task/none", "TaskPlugin=task/affinity").steps,
            (std::vector<Step>{Step::kWriteFiles, Step::kReconfigure, Step::kRestartSlurmd,
                               Step::kVerify}));
}

TEST(SlurmPlan, WhatNoAgentDoesIsLeftToPeople) {
  const std::string text =
      to_text(without_agents(planned("TaskPlugin=task/none", "TaskPlugin=task/affinity")));
  EXPECT_NE(text.find("By hand: no agent follows this cluster: restart slurmd"), text.npos) << text;
  EXPECT_EQ(to_text(without_agents(planned("KillWait=3", "KillWait=4"))).find("By hand"),
            std::string::npos);
}

TEST(SlurmPlan, SlurmdbdIsRestartedAlone) {
  const Plan plan = planned("DebugLevel=info\nStoragePass=a", "DebugLevel=debug\nStoragePass=b",
                            k2205, File::kSlurmdbd);
  EXPECT_EQ(plan.needs, Class::kRestartSlurmdbd);
  EXPECT_EQ(plan.steps,
            (std::vector<Step>{Step::kWriteFiles, Step::kRestartSlurmdbd, Step::kVerify}));
  EXPECT_NE(to_text(plan).find("StoragePass: (hidden) -> (hidden)"), std::string::npos);
}

TEST(SlurmPlan, DangerousChangesAreRefusedWithTheReason) {
  for (const char* name : {"ClusterName", "StateSaveLocation", "SelectType", "AuthType", "CredType",
                           "SwitchType", "SlurmUser", "SlurmdSpoolDir"}) {
    const Plan plan = planned(std::string(name) + "=/a", std::string(name) + "=/b", k2411);
    EXPECT_EQ(plan.needs, Class::kRefused) << name;
    EXPECT_TRUE(plan.steps.empty());
    EXPECT_NE(refusals(plan).find(std::string(name) + ": "), std::string::npos);
    EXPECT_NE(to_text(plan).find("Refused: no file is written."), std::string::npos);
  }
  EXPECT_EQ(planned("MaxNodeCount=20", "MaxNodeCount=10", k2411).needs, Class::kRefused);
  EXPECT_EQ(planned("MaxNodeCount=20", "", k2411).needs, Class::kRefused);
  EXPECT_EQ(planned("MaxNodeCount=20", "MaxNodeCount=30").needs, Class::kRestartSlurmctld);
  EXPECT_EQ(planned("SelectType=select/cons_res", "SelectType=select/cons_tres").needs,
            Class::kRestartAll);
}

TEST(SlurmPlan, WhereJobsAreNothingIsTakenAway) {
  const Plan plan = planned("NodeName=n1\nNodeName=n2\nPartitionName=a\nPartitionName=b\n",
                            "NodeName=n1\nPartitionName=a\n", k2411);
  EXPECT_EQ(plan.needs, Class::kReconfigure);
  EXPECT_NE(to_text(plan).find("only while no job is there"), std::string::npos);
  EXPECT_EQ(with_usage(plan, {.jobs_of_partition = {{"a", 3}, {"b", 0}}, .jobs_of_node = {}}).needs,
            Class::kReconfigure);
  const Plan refused =
      with_usage(plan, {.jobs_of_partition = {{"b", 1}}, .jobs_of_node = {{"n2", 2}}});
  EXPECT_EQ(refused.needs, Class::kRefused);
  EXPECT_EQ(refusals(refused),
            "node n2: 2 jobs are on it and would be lost: drain it first; "
            "partition b: 1 job is in it and would be cancelled: drain it first");
}

TEST(SlurmPlan, SomeWordsOfListsNeedMore) {
  EXPECT_EQ(planned("SlurmctldParameters=a", "SlurmctldParameters=b,enable_configless").needs,
            Class::kRestartSlurmctld);
  EXPECT_EQ(planned("SlurmctldParameters=a", "SlurmctldParameters=b").needs, Class::kReconfigure);
  EXPECT_EQ(planned("CommunicationParameters=a", "CommunicationParameters=EnableIPv6", k2411).needs,
            Class::kRestartAll);
}

TEST(SlurmPlan, CompanionsAreComparedByTheirLines) {
  EXPECT_EQ(planned("Name=gpu Count=1\n", "Name=gpu Count=2\n", k2205, File::kGres).needs,
            Class::kRestartAll);
  EXPECT_EQ(planned("optional a.so\noptional b.so\n", "optional b.so\noptional a.so\n", k2205,
                    File::kPlugstack)
                .needs,
            Class::kReconfigure);
  EXPECT_EQ(planned("ConstrainCores=no\n", "ConstrainCores=yes\n", k2205, File::kCgroup).needs,
            Class::kReconfigure);
}

TEST(SlurmPlan, MachinesGoOnlyWhenNoJobIsOnANode) {
  Plan plan = with_changes(planned("KillWait=3", "KillWait=3"),
                           {{.what = "spec.compute",
                             .from = "declared",
                             .needs = Class::kNoop,
                             .guard = {Guard::Kind::kMachines, "compute"},
                             .of_cluster = true}});
  EXPECT_EQ(plan.needs, Class::kNoop);
  EXPECT_TRUE(endangers_jobs(plan));
  EXPECT_EQ(refusals(with_usage(plan, {})), "");
  const Usage busy{.jobs_of_partition = {}, .jobs_of_node = {{"n1", 2}}, .jobs_on_nodes = 2};
  EXPECT_EQ(refusals(with_usage(plan, busy)),
            "spec.compute: 2 jobs are on nodes, whose slurmd would stop, and would be lost: let "
            "them end first");
}

TEST(SlurmPlan, RefusalsAreTheSameHoweverManyJobsThereAre) {
  EXPECT_TRUE(same_refusals("partition a: 1 job is in it", "partition a: 17 jobs are in it"));
  EXPECT_FALSE(same_refusals("partition a: 1 job is in it", "partition b: 1 job is in it"));
  EXPECT_FALSE(same_refusals("MaxNodeCount: 1 is less than 2", "MaxNodeCount: 1 is less than 3"));
  EXPECT_TRUE(same_refusals("", ""));
}

}  // namespace
}  // namespace sluice::slurmconf
