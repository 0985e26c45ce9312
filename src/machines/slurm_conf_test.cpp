// SPDX-License-Identifier: Apache-2.0
#include "machines/slurm_conf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/yaml.h"

namespace sluice::machines {
namespace {

using testing::HasSubstr;
using testing::Not;

Result<std::string> conf(const std::string& more) {
  return slurm_conf(
      json::parse_yaml("{spec: {clusterName: c, controller: {address: h}, " + more + "}}")->front(),
      "head");
}

TEST(SlurmConf, PartitionsAreMadeOfFeatures) {
  const std::string text =
      conf(
          "partitions: [{name: p, feature: gpu, default: true, maxTime: '1-00:00:00'}, {name: q, "
          "feature: gpu}, {name: all}]")
          .value();
  EXPECT_THAT(text, HasSubstr("NodeSet=feature_gpu Feature=gpu\n"
                              "PartitionName=p Nodes=feature_gpu Default=YES MaxTime=1-00:00:00 "
                              "State=UP\n"
                              "PartitionName=q Nodes=feature_gpu MaxTime=UNLIMITED State=UP\n"
                              "PartitionName=all Nodes=ALL MaxTime=UNLIMITED State=UP\n"));
}

TEST(SlurmConf, SeveralControllersStandThereInTheirOrder) {
  const auto pair = [](const std::string& host) {
    return slurm_conf(json::parse_yaml("{spec: {clusterName: c, controller: {address: h, hosts: "
                                       "[{name: head-0, address: 10.0.0.2}, {name: head-1, "
                                       "address: 10.0.0.3}]}, slurmParameters: "
                                       "{StateSaveLocation: /state}}}")
                          ->front(),
                      host);
  };
  EXPECT_THAT(pair("head-1").value(),
              HasSubstr("SlurmctldHost=head-0(10.0.0.2)\nSlurmctldHost=head-1(10.0.0.3)\n"));
  EXPECT_THAT(pair("head-2").error().message,
              HasSubstr("controller.hosts: the machine would be called \"head-2\""));
}

// The one that takes over would know no job.
TEST(SlurmConf, SeveralControllersShareTheirState) {
  const auto pair = [](const std::string& more) {
    const auto made =
        slurm_conf(json::parse_yaml("{spec: {clusterName: c, controller: {address: h, hosts: "
                                    "[{name: head, address: 10.0.0.2}, {name: other, address: "
                                    "10.0.0.3}]}, " +
                                    more + "}}")
                       ->front(),
                   "head");
    return made ? "taken" : made.error().message;
  };
  const std::string field = "SlurmNodeClass spec.slurmParameters.StateSaveLocation: ";
  const std::string exported = "sharedDirectory: {path: /shared}, ";
  EXPECT_THAT(pair("features: []"), HasSubstr(field + "Required value: all of controller.hosts"));
  for (const char* place : {"/shared/slurmctld", "/shared", "/x/..//shared/a"}) {
    EXPECT_THAT(pair(exported + "slurmParameters: {statesavelocation: " + place + "}"),
                HasSubstr(std::string("\"") + place + "\": all of controller.hosts"))
        << place;
  }
  EXPECT_THAT(pair(exported + "slurmParameters: {StateSaveLocation: /shared/a}"),
              testing::AllOf(HasSubstr(field), HasSubstr("expected sharedDirectory.server")));
  EXPECT_EQ(pair(exported + "slurmParameters: {StateSaveLocation: /shared-too}"), "taken");
  EXPECT_EQ(pair("sharedDirectory: {path: /shared, server: nas}, slurmParameters: "
                 "{StateSaveLocation: /shared/slurmctld}"),
            "taken");
}

TEST(SlurmConf, ParametersTakeThePlaceOfUsualOnes) {
  const std::string text =
      conf("slurmParameters: {selecttype: select/linear, GresTypes: gpu}").value();
  EXPECT_THAT(text, HasSubstr("selecttype=select/linear\nGresTypes=gpu\n"));
  EXPECT_THAT(text, Not(HasSubstr("SelectType=")));
  EXPECT_THAT(text, HasSubstr("AuthType=auth/munge\n"));
}

// A shell on the controller is told that name as well.
TEST(SlurmConf, ItsUserHasTheNameOfAUser) {
  EXPECT_THAT(conf("slurmParameters: {SlurmUser: hpc-slurm_1}").value(),
              HasSubstr("SlurmUser=hpc-slurm_1\n"));
  for (const char* wrong : {"a b", "\"x'; touch /tmp/x; '\"", "$(id)", "-R", "a:b", "'{{ x }}'"}) {
    const auto made = conf(std::string("slurmParameters: {slurmuser: ") + wrong + "}");
    ASSERT_FALSE(made.has_value()) << wrong;
    EXPECT_THAT(made.error().message,
                HasSubstr("SlurmNodeClass spec.slurmParameters.slurmuser: \""))
        << wrong;
  }
}

TEST(SlurmConf, WorkersCanAlwaysGetTheirConfiguration) {
  EXPECT_THAT(conf("slurmParameters: {SlurmctldParameters: 'idle_on_node_suspend'}").value(),
              HasSubstr("SlurmctldParameters=idle_on_node_suspend,enable_configless\n"));
  EXPECT_THAT(conf("slurmParameters: {SlurmctldParameters: 'a,enable_configless'}").value(),
              HasSubstr("SlurmctldParameters=a,enable_configless\n"));
  EXPECT_THAT(conf("slurmParameters: {AuthType: auth/slurm}").error().message,
              HasSubstr("spec.slurmParameters.AuthType: \"auth/slurm\": expected auth/munge"));
}

TEST(SlurmConf, MachinesTrustByTheKeyThatTheyHave) {
  const std::string key = "slurmKey: {secretName: k}";
  EXPECT_THAT(conf(key).value(), HasSubstr("AuthType=auth/slurm\nCredType=cred/slurm\n"));
  EXPECT_THAT(conf(key + ", slurmParameters: {credtype: cred/slurm}").value(),
              HasSubstr("AuthType=auth/slurm\n"));
  EXPECT_THAT(conf(key + ", slurmParameters: {credtype: cred/munge}").error().message,
              HasSubstr("spec.slurmParameters.credtype: \"cred/munge\": expected cred/slurm"));
}

// Only their partition says when they are switched off: nodes that came by themselves never are.
TEST(SlurmConf, NodesOfThePowerSavingStandThereWithTheirPrograms) {
  const std::string text =
      conf(
          "features: [batch], powerSaving: {machineDeployment: cloud, nodes: 'cloud-[1-8]', "
          "nodeParameters: {CPUs: '2'}, suspendTime: 30}, "
          "slurmParameters: {SlurmctldParameters: power_save_interval=1}")
          .value();
  EXPECT_THAT(text, HasSubstr("PrivateData=cloud\n"
                              "ResumeProgram=/etc/sluice/resume\n"
                              "SuspendProgram=/etc/sluice/suspend\n"
                              "ResumeFailProgram=/etc/sluice/resume-failed\n"
                              "NodeName=cloud-[1-8] State=CLOUD Feature=batch CPUs=2\n"
                              "PartitionName=cloud Nodes=cloud-[1-8] SuspendTime=30 "
                              "ResumeTimeout=1800 SuspendTimeout=60 MaxTime=UNLIMITED State=UP\n"));
  EXPECT_THAT(text, HasSubstr("SlurmctldParameters=power_save_interval=1,enable_configless,"
                              "cloud_reg_addrs\n"));
  EXPECT_THAT(text, Not(HasSubstr("\nSuspendTime")));
  EXPECT_THAT(conf("features: []").value(), Not(HasSubstr("cloud")));
}

TEST(SlurmConf, LinesThatWouldSayMoreAreRefused) {
  for (const char* wrong :
       {"slurmParameters: {A: \"b\\nInclude /x\"}", "slurmParameters: {'A B': c}",
        "slurmParameters: {ClusterName: x}", "partitions: [{name: 'a b'}]",
        "partitions: [{name: a, feature: 'x y'}]", "partitions: [{name: a, maxTime: '1 x'}]",
        "powerSaving: {nodes: 'a b'}", "powerSaving: {nodes: a, nodeParameters: {State: 'UP X'}}",
        "powerSaving: {nodes: a, partition: 'a b'}", "slurmParameters: {ResumeProgram: /x}"}) {
    const auto made = conf(wrong);
    ASSERT_FALSE(made.has_value()) << wrong;
    EXPECT_THAT(made.error().message, HasSubstr("SlurmNodeClass spec.")) << wrong;
  }
}

}  // namespace
}  // namespace sluice::machines
