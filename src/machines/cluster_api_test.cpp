// SPDX-License-Identifier: Apache-2.0
#include "machines/cluster_api.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::machines {
namespace {

json::Value parsed(std::string_view text) {
  return std::move(json::parse(text)).value();
}

TEST(ClusterApi, AConfigBelongsToItsMachineAndToNothingElse) {
  const json::Value config = parsed(R"({"metadata": {"namespace": "a", "ownerReferences": [
    {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachineSet", "name": "set"},
    {"apiVersion": "cluster.x-k8s.io/v1beta1", "kind": "Machine", "name": "m"}]}})");
  EXPECT_EQ(owning_machine(config), (api::Key{"a", "m"}));
  EXPECT_EQ(owning_machine(parsed(R"({"metadata": {"ownerReferences": [
    {"apiVersion": "example.com/v1", "kind": "Machine", "name": "m"}]}})")),
            std::nullopt);
}

TEST(ClusterApi, AConfigMayBelongToAMachinePool) {
  const auto owned_by = [](const std::string& version, const std::string& kind) {
    return parsed(R"({"metadata": {"ownerReferences": [{"apiVersion": ")" + version +
                  R"(", "kind": ")" + kind + R"(", "name": "m"}]}})");
  };
  EXPECT_TRUE(is_of_machine_pool(owned_by("cluster.x-k8s.io/v1beta2", "MachinePool")));
  EXPECT_FALSE(is_of_machine_pool(owned_by("example.com/v1", "MachinePool")));
  EXPECT_FALSE(is_of_machine_pool(owned_by("cluster.x-k8s.io/v1beta2", "Machine")));
}

TEST(ClusterApi, MachinesNameTheirConfigInTheShapeOfEitherContract) {
  const auto machine = [](const std::string& ref) {
    return parsed(R"({"metadata": {"namespace": "a"}, "spec": {"bootstrap": {"configRef": )" + ref +
                  "}}}");
  };
  const api::Key expected{"a", "m"};
  EXPECT_EQ(config_of(machine(R"({"apiGroup": "bootstrap.cluster.x-k8s.io",
                                  "kind": "VirtualKubeletConfig", "name": "m"})")),
            expected);
  EXPECT_EQ(config_of(machine(R"({"apiVersion": "bootstrap.cluster.x-k8s.io/v1alpha1",
                                  "kind": "VirtualKubeletConfig", "name": "m"})")),
            expected);
  EXPECT_EQ(config_of(machine(R"({"apiGroup": "bootstrap.cluster.x-k8s.io",
                                  "kind": "KubeadmConfig", "name": "m"})")),
            std::nullopt);
  EXPECT_EQ(config_of(machine(R"({"apiGroup": "example.com",
                                  "kind": "VirtualKubeletConfig", "name": "m"})")),
            std::nullopt);
}

TEST(ClusterApi, ClustersTellWhatIsThereInTheShapeOfEitherContract) {
  EXPECT_TRUE(has_infrastructure(
      parsed(R"({"status": {"initialization": {"infrastructureProvisioned": true}}})")));
  EXPECT_TRUE(has_infrastructure(parsed(R"({"status": {"infrastructureReady": true}})")));
  EXPECT_FALSE(has_infrastructure(parsed(R"({"status": {"infrastructureReady": false}})")));
  EXPECT_TRUE(has_control_plane(
      parsed(R"({"status": {"initialization": {"controlPlaneInitialized": true}}})")));
  EXPECT_TRUE(has_control_plane(parsed(
      R"({"status": {"conditions": [{"type": "ControlPlaneInitialized", "status": "True"}]}})")));
  EXPECT_FALSE(has_control_plane(parsed("{}")));
}

TEST(ClusterApi, AClusterOrTheConfigItselfIsPaused) {
  const json::Value going = parsed("{}");
  EXPECT_TRUE(is_paused(parsed(R"({"spec": {"paused": true}})"), going));
  EXPECT_TRUE(is_paused(
      going, parsed(R"({"metadata": {"annotations": {"cluster.x-k8s.io/paused": ""}}})")));
  EXPECT_FALSE(is_paused(parsed(R"({"spec": {"paused": false}})"), going));
}

}  // namespace
}  // namespace sluice::machines
