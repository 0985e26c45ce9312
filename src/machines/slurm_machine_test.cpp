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

}  // namespace
}  // namespace sluice::machines
