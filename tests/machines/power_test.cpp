// SPDX-License-Identifier: Apache-2.0
//
// What Slurm's power saving does to MachineDeployments. Core of Cluster API is the test.
#include "machines/power.h"

#include "management_cluster.h"

namespace sluice::machines {
namespace {

using testing::HasSubstr;

class Power : public ManagementCluster {
 protected:
  void SetUp() override {
    install_cluster_api();
    deployment_ = *runtime::await_kind(client_, clock_, "machinedeployments.cluster.x-k8s.io");
    create(*deployment_, "cloud",
           "{metadata: {labels: {mine: 'yes', topology.cluster.x-k8s.io/owned: ''}}, spec: "
           "{clusterName: c, replicas: 0, selector: {matchLabels: {a: b}}, rollout: {strategy: "
           "{type: RollingUpdate, rollingUpdate: {maxSurge: 1}}}, template: {metadata: {labels: "
           "{a: b}}, spec: {clusterName: c, version: v1.35.0}}}}");
  }
  PowerSaving power() { return {client_, *deployment_, *machine_, {"default", "cloud"}}; }
  client::Object copy() { return get(*deployment_, "cloud-cloud-1"); }

  api::KindPtr deployment_;
};

TEST_F(Power, ANodeGetsAMachineDeploymentLikeThePattern) {
  ASSERT_TRUE(resume(power(), "cloud-1").has_value());
  const client::Object made = copy();
  EXPECT_EQ(made.at("spec", "replicas").as_int(), 1);
  EXPECT_EQ(api::label(made, "mine"), "yes");
  EXPECT_EQ(api::label(made, "topology.cluster.x-k8s.io/owned"), "");
  EXPECT_EQ(made.at("metadata", "labels").find("topology.cluster.x-k8s.io/owned"), nullptr);
  for (const json::Value* labels : {&made.at("spec", "selector", "matchLabels"),
                                    &made.at("spec", "template", "metadata", "labels")}) {
    EXPECT_EQ(labels->at("a").as_string(), "b");
    EXPECT_EQ(labels->at("sluice.dev/slurm-node").as_string(), "cloud-1");
    EXPECT_EQ(labels->at("cluster.x-k8s.io/deployment-name").as_string(), "cloud-cloud-1");
  }
  EXPECT_EQ(made.at("spec", "rollout", "strategy", "rollingUpdate", "maxSurge").as_int(-1), 0);
  EXPECT_EQ(made.at("metadata", "ownerReferences").as_array().at(0).at("name").as_string(),
            "cloud");
  EXPECT_EQ(get(*deployment_, "cloud").at("spec", "replicas").as_int(-1), 0);
}

TEST_F(Power, BothMayBeRepeatedAndWriteOnce) {
  ASSERT_TRUE(suspend(power(), "cloud-1").has_value());  // it never was
  ASSERT_TRUE(resume(power(), "cloud-1").has_value());
  const std::string version = api::resource_version(copy());
  ASSERT_TRUE(resume(power(), "cloud-1").has_value());
  EXPECT_EQ(api::resource_version(copy()), version);
  ASSERT_TRUE(suspend(power(), "cloud-1").has_value());
  EXPECT_EQ(copy().at("spec", "replicas").as_int(-1), 0);
  const std::string later = api::resource_version(copy());
  ASSERT_TRUE(suspend(power(), "cloud-1").has_value());
  EXPECT_EQ(api::resource_version(copy()), later);
}

TEST_F(Power, ANodeIsResumedAsThePatternIsThen) {
  ASSERT_TRUE(resume(power(), "cloud-1").has_value());
  patch(*deployment_, "cloud", "{spec: {template: {spec: {version: v1.36.0}}}}");
  ASSERT_TRUE(resume(power(), "cloud-1").has_value());  // a machine that is there is left alone
  EXPECT_EQ(copy().at("spec", "template", "spec", "version").as_string(), "v1.35.0");
  ASSERT_TRUE(suspend(power(), "cloud-1").has_value());
  ASSERT_TRUE(resume(power(), "cloud-1").has_value());
  EXPECT_EQ(copy().at("spec", "template", "spec", "version").as_string(), "v1.36.0");
}

TEST_F(Power, WhatIsMissingOrSomebodyElsesIsNamed) {
  create(*deployment_, "cloud-cloud-2", "{spec: {replicas: 3}}");
  EXPECT_THAT(resume(power(), "cloud-2").error().message, HasSubstr("somebody else's"));
  ASSERT_TRUE(suspend(power(), "cloud-2").has_value());
  EXPECT_EQ(get(*deployment_, "cloud-cloud-2").at("spec", "replicas").as_int(), 3);
  PowerSaving elsewhere = power();
  elsewhere.pattern.name = "none";
  EXPECT_THAT(resume(elsewhere, "cloud-1").error().message,
              HasSubstr("the MachineDeployment \"none\", the pattern"));
}

TEST_F(Power, WhatKeepsAMachineIsTold) {
  EXPECT_THAT(why_without_machine(power(), "cloud-1"),
              HasSubstr("no Machine was made for the MachineDeployment cloud-cloud-1"));
  create(*machine_, "m",
         "{metadata: {labels: {sluice.dev/slurm-node: cloud-1}}, spec: {clusterName: c}}");
  EXPECT_EQ(why_without_machine(power(), "cloud-1"), "Machine m: its slurmd did not register");
  const json::Value machine =
      json::parse_yaml(
          "{status: {conditions: [{type: SlurmRegistered, status: 'False', reason: "
          "NotRegistered}, {type: InfrastructureReady, status: 'False', reason: "
          "NotReady, message: no host}, {type: BootstrapConfigReady, status: 'True'}]}}")
          ->front();
  EXPECT_EQ(what_it_lacks(machine), "InfrastructureReady: NotReady: no host");
}

}  // namespace
}  // namespace sluice::machines
