// SPDX-License-Identifier: Apache-2.0
#include "machines/slurm_machine.h"

#include <gtest/gtest.h>

#include "json/text.h"
#include "json/yaml.h"

namespace sluice::machines {
namespace {

TEST(SlurmMachines, ClassesOfAnotherNamespaceAreOfAnotherCluster) {
  const auto made = [](const std::string& ns, const std::string& name) {
    return *json::parse(R"({"metadata":{"namespace":")" + ns + R"("},"spec":{"clusterName":")" +
                        name + R"(","controller":{"address":"10.0.0.9"}}})");
  };
  EXPECT_TRUE(is_same_cluster(made("a", "hpc"), made("a", "hpc")));
  EXPECT_FALSE(is_same_cluster(made("a", "hpc"), made("a", "other")));
  EXPECT_FALSE(is_same_cluster(made("a", "hpc"), made("b", "hpc")));
}

TEST(SlurmMachines, AMachineThatHasStartedKeepsItsNameInSlurm) {
  const auto machine = [](const std::string& annotations, bool started) {
    return json::parse_yaml("{metadata: {name: m, annotations: {sluice.dev/node-class: hpc, " +
                            annotations + "}}, spec: {bootstrap: {" +
                            (started ? "dataSecretName: x, " : "") +
                            "configRef: {apiGroup: bootstrap.cluster.x-k8s.io, kind: "
                            "VirtualKubeletConfig, name: m}}}}")
        ->front();
  };
  const auto name = [](const json::Value& of, const json::Value& given) {
    return slurm_machine(of, given)->node;
  };
  const auto config = [](const std::string& hostname) {
    return json::parse_yaml("{spec: {role: slurm-worker, nodeClassRef: {name: hpc}, hostname: '" +
                            hostname + "'}}")
        ->front();
  };
  const std::string noted = "sluice.dev/slurm-node: rack1";
  EXPECT_EQ(name(machine(noted, true), json::Value()), "rack1");
  EXPECT_EQ(name(machine(noted, true), config("edited")), "rack1");
  EXPECT_EQ(name(machine(noted, false), config("edited")), "edited");
  EXPECT_EQ(name(machine("", true), config("")), "m");
  EXPECT_EQ(name(machine("", true), config("{{ ds.name }}")), "");
  EXPECT_EQ(name(machine("", true), json::Value()), "") << "it may have had another one";
}

json::Value config_of_role(const std::string& role, const std::string& node_class) {
  return json::parse_yaml("{spec: {role: " + role + ", nodeClassRef: {name: " + node_class + "}}}")
      ->front();
}

json::Value machine_with(const std::string& metadata, const std::string& status = "{}",
                         bool has_config = true, bool started = true) {
  return json::parse_yaml("{metadata: {name: m, " + metadata + "}, status: " + status +
                          ", spec: {bootstrap: {" + (started ? "dataSecretName: x" : "") +
                          (has_config ? std::string(started ? ", " : "") +
                                            "configRef: {apiGroup: bootstrap.cluster.x-k8s.io, "
                                            "kind: VirtualKubeletConfig, name: m}"
                                      : "") +
                          "}}}")
      ->front();
}

TEST(SlurmMachines, WhatAMachineStartedAsCountsMoreThanWhatItsConfigSaysLater) {
  const std::string noted =
      "annotations: {sluice.dev/node-class: hpc, sluice.dev/role: slurm-controller}";
  for (const json::Value& config :
       {config_of_role("custom", "hpc"), config_of_role("slurm-worker", "other"), json::Value()}) {
    const auto started = slurm_machine(machine_with(noted), config);
    ASSERT_TRUE(started.has_value());
    EXPECT_EQ(started->node_class.name, "hpc");
    EXPECT_EQ(started->role, Role::kSlurmController);
  }
  const json::Value not_yet = machine_with(noted, "{}", true, false);
  EXPECT_EQ(slurm_machine(not_yet, config_of_role("custom", "hpc")), std::nullopt);
  EXPECT_EQ(slurm_machine(not_yet, config_of_role("slurm-worker", "other"))->node_class.name,
            "other");
}

TEST(SlurmMachines, TheLabelOfAControllerDoesNotMakeItAWorker) {
  const json::Value machine =
      machine_with("labels: {sluice.dev/node-class: hpc}", "{}", true, false);
  const auto head = slurm_machine(machine, config_of_role("slurm-controller", "hpc"));
  EXPECT_EQ(head->role, Role::kSlurmController);
  EXPECT_FALSE(head->is_guess);
  const auto own = slurm_machine(machine, config_of_role("custom", "hpc"));
  EXPECT_EQ(own->role, Role::kSlurmWorker);
  EXPECT_TRUE(own->is_guess);
}

TEST(SlurmMachines, WhatAKubeletCallsAMachineIsOnlyAGuess) {
  const std::string label = "labels: {sluice.dev/node-class: hpc";
  const std::string node = "nodeRef: {name: w1.example.com}";
  const auto guessed = slurm_machine(machine_with(label + "}", "{" + node + "}", false), {});
  EXPECT_EQ(guessed->node, "w1");
  EXPECT_TRUE(guessed->is_guess);
  EXPECT_EQ(slurm_machine(machine_with(label + "}", "{}", false), {})->node, "m");
  const auto said = slurm_machine(
      machine_with(label + ", sluice.dev/slurm-node: rack1}", "{" + node + "}", false), {});
  EXPECT_EQ(said->node, "rack1");
  EXPECT_FALSE(said->is_guess);
  const auto seen = [&](const std::string& reason) {
    const std::string condition = "{type: SlurmRegistered, reason: " + reason + "}";
    return slurm_machine(machine_with(label + "}, annotations: {sluice.dev/slurm-node: before}",
                                      "{" + node + ", conditions: [" + condition + "]}", false),
                         {});
  };
  EXPECT_EQ(seen("Registered")->node, "before");
  EXPECT_FALSE(seen("Lost")->is_guess);
  EXPECT_EQ(seen("NotRegistered")->node, "w1");
  EXPECT_TRUE(seen("NotRegistered")->is_guess);
}

}  // namespace
}  // namespace sluice::machines
