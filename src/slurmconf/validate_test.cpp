// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/validate.h"

#include <gtest/gtest.h>

namespace sluice::slurmconf {
namespace {

constexpr Release k2205{22, 5};
const std::string kRest = "NodeName=n[1-2]\nPartitionName=p Nodes=n1\n";

std::string findings(const std::vector<Fragment>& fragments, Release release = k2205,
                     File file = File::kSlurm) {
  const auto config = parse(file, fragments);
  EXPECT_TRUE(config.has_value()) << (config ? "" : config.error().message);
  return config ? to_text(validate(*config, {.release = release})) : "";
}
std::string findings(const std::string& text, Release release = k2205) {
  return findings({{"a.conf", text + kRest}}, release);
}

TEST(SlurmConfValidator, AGoodFileHasNoFindings) {
  EXPECT_EQ(findings("ClusterName=lab\nSlurmctldHost=a\nSlurmctldHost=b\nReturnToService=2\n"
                     "PriorityMaxAge=7-0\nPriorityFavorSmall=NO\nSlurmctldDebug=debug2\n"
                     "NodeSet=s Feature=x\nPartitionName=q Nodes=s,n[1-2],ALL Alternate=p\n"),
            "");
}

TEST(SlurmConfValidator, UnknownParametersGetAHint) {
  EXPECT_EQ(findings("SlurmctlTimeout=3\n"),
            "a.conf:1: SlurmctlTimeout is no parameter of slurm.conf; did you mean "
            "SlurmctldTimeout?\n");
  EXPECT_EQ(findings("Xyzzy=3\n"), "a.conf:1: Xyzzy is no parameter of slurm.conf\n");
  EXPECT_EQ(findings("NodeName=x Memory=3\n"),
            "a.conf:1: NodeName Memory is no parameter of slurm.conf\n");
}

TEST(SlurmConfValidator, ParametersBelongToReleases) {
  EXPECT_EQ(findings("TLSType=tls/none\n"),
            "a.conf:1: TLSType came with Slurm 24.05, this is 22.05\n");
  EXPECT_EQ(findings("SlurmctldPlugstack=x\n", {24, 11}),
            "a.conf:1: SlurmctldPlugstack is unknown to Slurm 24.11: 22.05 was the last to have "
            "it\n");
  EXPECT_EQ(findings("PowerPlugin=power/none\n", {24, 11}),
            "a.conf:1: note: PowerPlugin does nothing since Slurm 23.11\n");
}

TEST(SlurmConfValidator, ValuesAreOfTheirType) {
  EXPECT_EQ(findings("ReturnToService=3\n"),
            "a.conf:1: ReturnToService=3: expected a number from 0 to 2\n");
  EXPECT_EQ(findings("MaxNodeCount=70000\n"),
            "a.conf:1: MaxNodeCount=70000: expected a number from 1 to 65536\n");
  EXPECT_EQ(findings("UsePAM=maybe\n"), "a.conf:1: UsePAM=maybe: expected YES or NO\n");
  EXPECT_EQ(findings("PriorityMaxAge=soon\n"),
            "a.conf:1: PriorityMaxAge=soon: expected a time, as in 30 (minutes) or 1-12:00:00\n");
  EXPECT_EQ(findings("SchedulerType=sched/wiki\n"),
            "a.conf:1: SchedulerType=sched/wiki: expected one of sched/backfill sched/builtin\n");
  EXPECT_EQ(findings("StateSaveLocation=state\n"),
            "a.conf:1: StateSaveLocation=state: expected a path that begins with \"/\"\n");
  EXPECT_EQ(findings("MaxJobCount=99999999999999999999k\n"),
            "a.conf:1: MaxJobCount=99999999999999999999k: expected a number from 2 to "
            "4294967294\n");
}

TEST(SlurmConfValidator, PluginsThatSlurmctldEndsWithoutAreRefusedOrDoubted) {
  for (const char* known :
       {"MCSPlugin=mcs/user\n", "TopologyPlugin=topology/hypercube\n", "MpiDefault=pmix\n",
        "MpiDefault=mpi/pmi2\n", "BurstBufferType=lua\n", "BurstBufferType=burst_buffer/lua\n"}) {
    EXPECT_EQ(findings(known), "");
  }
  EXPECT_EQ(findings("MCSPlugin=account\n"),
            "a.conf:1: MCSPlugin=account: expected a plugin, as in mcs/account\n");
  EXPECT_EQ(findings("TopologyPlugin=topology/\n"),
            "a.conf:1: TopologyPlugin=topology/: expected a plugin, as in topology/3d_torus\n");
  EXPECT_EQ(findings("BurstBufferType=other/lua\n"),
            "a.conf:1: BurstBufferType=other/lua: expected a plugin, as in "
            "burst_buffer/datawarp\n");
  EXPECT_EQ(findings("MCSPlugin=mcs/label\n"),
            "a.conf:1: note: MCSPlugin: mcs/label does not come with Slurm 22.05: slurmctld ends "
            "where no such plugin is installed\n")
      << "a site may have its own";
  EXPECT_EQ(findings("MCSPlugin=mcs/label\n", {24, 11}), "");
  EXPECT_NE(findings("TopologyPlugin=topology/hypercube\n", {24, 11}).find("note: "),
            std::string::npos);
  EXPECT_NE(findings("BurstBufferType=burst_buffer/none\n").find("note: "), std::string::npos);
}

// As slurmctld 22.05 takes them and does not take them.
TEST(SlurmConfValidator, LicensesAreNamesWithNumbers) {
  for (const char* good : {"a", "a:1,b", "a:1;b:2", "a@server:3", "a:0", "a:", "a:1,,b:2,"}) {
    EXPECT_EQ(findings("Licenses=" + std::string(good) + "\n"), "") << good;
  }
  for (const char* bad : {"a:b", "a:-1", "a:1x", "\"a b:3\"", "\"a:1, b:2\"", "a:1,b:c"}) {
    EXPECT_NE(findings("Licenses=" + std::string(bad) + "\n").find("expected licenses"),
              std::string::npos)
        << bad;
  }
}

// As slurmctld 22.05 does, whatever JobAcctGatherType is.
TEST(SlurmConfValidator, OnlyOneMayKillJobsForTheirMemory) {
  const auto together = [](const char* slurm, const char* cgroup) {
    return to_text(validate_together(parse(File::kSlurm, {{"slurm.conf", slurm}}).value(),
                                     parse(File::kCgroup, {{"cgroup.conf", cgroup}}).value()));
  };
  const char* kills =
      "TaskPlugin=task/affinity,task/cgroup\nJobAcctGatherParams=UsePss,OverMemoryKill";
  EXPECT_EQ(together(kills, "ConstrainRAMSpace=yes"),
            "slurm.conf:2: JobAcctGatherParams=OverMemoryKill contradicts ConstrainRAMSpace=yes of "
            "cgroup.conf:1 with TaskPlugin=task/cgroup: expected one of them, for slurmctld does "
            "not start with both\n");
  EXPECT_NE(together(kills, "ConstrainSwapSpace=Yes"), "");
  EXPECT_EQ(together(kills, "ConstrainRAMSpace=no\nConstrainCores=yes"), "");
  EXPECT_EQ(together("TaskPlugin=task/affinity\nJobAcctGatherParams=OverMemoryKill",
                     "ConstrainRAMSpace=yes"),
            "");
  EXPECT_EQ(together("TaskPlugin=task/cgroup\nJobAcctGatherParams=NoOverMemoryKill",
                     "ConstrainRAMSpace=yes"),
            "");
}

TEST(SlurmConfValidator, ScriptsAreNamedWithoutADirectoryWhereTheyAreSent) {
  const auto errors = [](const char* text, Release release) {
    const auto config = parse(File::kSlurm, {{"a", std::string(text) + "\nPartitionName=p"}});
    return to_text(validate(config.value(), {.release = release}));
  };
  EXPECT_NE(errors("Prolog=prolog.sh", {23, 2}).find("from 23.11 on"), std::string::npos);
  EXPECT_EQ(errors("Prolog=prolog.sh\nEpilog=epilog.sh", {23, 11}), "");
  EXPECT_NE(errors("TaskProlog=task.sh", {24, 11}).find("from 25.11 on"), std::string::npos);
  EXPECT_EQ(errors("TaskProlog=task.sh", {25, 11}), "");
  EXPECT_NE(errors("PrologSlurmctld=p.sh", {25, 11}).find("begins with \"/\""), std::string::npos);
}

TEST(SlurmConfValidator, FragmentsThatContradictAreBothNamed) {
  EXPECT_EQ(findings({{"site.conf", "KillWait=30\n" + kRest}, {"batch.conf", "\nkillwait=60\n"}}),
            "batch.conf:2: KillWait=60 contradicts site.conf:1, which says 30\n");
  EXPECT_EQ(findings({{"site.conf", "KillWait=30\n" + kRest}, {"batch.conf", "KillWait=30\n"}}),
            "batch.conf:1: note: KillWait is said before, at site.conf:1\n");
}

TEST(SlurmConfValidator, NodesAndPartitionsMustBeThereOnce) {
  EXPECT_EQ(findings("PartitionName=q Nodes=n[2-3]\n"),
            "a.conf:1: partition q names n3, which is neither a node nor a NodeSet\n");
  EXPECT_EQ(findings("NodeName=n2\nPartitionName=p Nodes=ALL\n"),
            "a.conf:3: node n2 is already defined at a.conf:1\n"
            "a.conf:4: partition p is already defined at a.conf:2\n");
  EXPECT_EQ(findings("NodeSet=s\nDownNodes=n9 State=DOWN\nPartitionName=q Alternate=z\n"),
            "a.conf:1: NodeSet=s: expected Nodes= or Feature=\n"
            "a.conf:2: DownNodes names n9, which is neither a node nor a NodeSet\n"
            "a.conf:3: partition q: Alternate=z is no partition\n");
  EXPECT_EQ(findings({{"a.conf", "NodeName=n1 CPUs=1 CPUs=2\n"}}),
            "a.conf:1: CPUs is given twice for n1\n"
            "slurm.conf: no PartitionName: slurmctld does not start without a partition\n");
}

TEST(SlurmConfValidator, PasswordsInTheClearAreRefusedAndNotShown) {
  const std::vector<Fragment> dbd{{"slurmdbd.conf", "StoragePass=hunter2\nStoragePass=other\n"}};
  const std::string text = findings(dbd, k2205, File::kSlurmdbd);
  EXPECT_NE(text.find("slurmdbd.conf:1: StoragePass is a password in the clear"),
            std::string::npos);
  EXPECT_NE(text.find("Secret"), std::string::npos);
  EXPECT_NE(text.find("StoragePass contradicts slurmdbd.conf:1"), std::string::npos);
  EXPECT_EQ(text.find("hunter2"), std::string::npos);
  const auto config = parse(File::kSlurmdbd, {{"slurmdbd.conf", "StoragePass=hunter2\n"}});
  EXPECT_TRUE(check(*config, {.release = k2205, .secrets_allowed = true}).has_value());
  EXPECT_EQ(check(*config, {.release = k2205}).error().code, Code::kInvalid);
}

}  // namespace
}  // namespace sluice::slurmconf
