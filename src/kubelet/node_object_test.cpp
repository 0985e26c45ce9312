// SPDX-License-Identifier: Apache-2.0
#include "kubelet/node_object.h"

#include <gtest/gtest.h>

#include "api/meta.h"
#include "api/version.h"

namespace sluice::kubelet {
namespace {

const slurm::Amounts kEight{.cpus = 8, .memory_mib = 16000};
const slurm::Partition kAll{.name = "all", .is_default = true, .all = kEight, .usable = kEight};
const slurm::Partition kGpu{.name = "gpu"};

NodeFacts facts() {
  return {.name = "sluice-lab",
          .kubelet = "sluice-lab",
          .address = "10.0.0.1",
          .partition = kAll,
          .slurm_version = "22.05.8"};
}

TEST(ChoosePartition, ByNameElseTheDefaultElseTheFirst) {
  EXPECT_EQ(choose_partition({kGpu, kAll}, "gpu")->name, "gpu");
  EXPECT_EQ(choose_partition({kGpu, kAll}, "")->name, "all");
  EXPECT_EQ(choose_partition({kGpu}, "")->name, "gpu");
  const auto missing = choose_partition({kGpu, kAll}, "fast");
  ASSERT_FALSE(missing.has_value());
  EXPECT_NE(missing.error().message.find("gpu, all"), std::string::npos);
}

TEST(NodeObject, ShowsCapacityAndReadiness) {
  json::Value node = build_node(facts());
  EXPECT_EQ(api::name(node), "sluice-lab");
  EXPECT_EQ(api::label(node, "sluice.dev/partition"), "all");
  node["status"] = build_node_status(node, facts(), WallTime{});
  EXPECT_EQ(node.at("status", "capacity", "cpu").as_string(), "8");
  EXPECT_EQ(node.at("status", "allocatable", "memory").as_string(), "16000Mi");
  EXPECT_EQ(api::condition(node, "Ready")->at("status").as_string(), "True");
  EXPECT_EQ(api::condition(node, "DiskPressure")->at("status").as_string(), "False");
  EXPECT_EQ(node.at("status", "nodeInfo", "kubeletVersion").as_string(), api::kVersion);
}

TEST(NodeObject, WhoeverCallsItsKubeletIsGivenNoNameThatNobodyResolves) {
  NodeFacts called = facts();
  called.address = "10.0.0.9";
  const auto kinds = [&] {
    std::string all;
    const json::Value status = build_node_status(build_node(called), called, WallTime{});
    for (const json::Value& address : status.at("addresses").as_array()) {
      all += address.at("type").as_string() + " ";
    }
    return all;
  };
  EXPECT_EQ(kinds(), "InternalIP Hostname ");
  called.port = 10250;
  EXPECT_EQ(kinds(), "InternalIP ");
}

TEST(NodeObject, AnOutageIsNotReadyAndKeepsTheCapacity) {
  json::Value node = build_node(facts());
  node["status"] = build_node_status(node, facts(), WallTime{});
  NodeFacts away = facts();
  away.partition.reset();
  away.outage = Error{Code::kUnavailable, "Unable to contact slurm controller"};
  node["status"] = build_node_status(node, away, WallTime{});
  const json::Value* ready = api::condition(node, "Ready");
  EXPECT_EQ(ready->at("status").as_string(), "False");
  EXPECT_EQ(ready->at("reason").as_string(), "SlurmUnavailable");
  EXPECT_EQ(ready->at("message").as_string(), "Unable to contact slurm controller");
  EXPECT_EQ(node.at("status", "capacity", "cpu").as_string(), "8");
}

TEST(NodeObject, NothingNewIsNoChange) {
  json::Value node = build_node(facts());
  node["status"] = build_node_status(node, facts(), WallTime{});
  EXPECT_EQ(build_node_status(node, facts(), WallTime{} + std::chrono::hours(1)),
            node.at("status"));
}

TEST(NodeObject, SaysWhatSlurmHandsOutAndTheMostThatOnePodCanGet) {
  constexpr const char* kMost = "cpu=4,memory=8000Mi,ephemeral-storage,pods";
  NodeFacts known = facts();
  known.partition->per_node = {4, 8000};
  json::Value node = build_node(known);
  EXPECT_EQ(api::annotation(node, kQueuedResources), kMost);
  EXPECT_EQ(node_patch(node, known), std::nullopt);
  node["metadata"]["annotations"][kQueuedResources] = "cpu=1";
  EXPECT_EQ(node_patch(node, known)->at("metadata", "annotations", kQueuedResources).as_string(),
            kMost);
  NodeFacts silent = known;
  silent.partition.reset();
  EXPECT_EQ(node_patch(node, silent), std::nullopt);
  node["metadata"]["annotations"][kQueuedResources] = "none";
  EXPECT_EQ(node_patch(node, known), std::nullopt);
}

TEST(NodeObject, GenericResourcesAreCountedAndThoseOfDownMachinesCannotBeAllocated) {
  NodeFacts known = facts();
  known.partition->all.gres = {{"gpu", 4}};
  known.partition->usable = {6, 12000, {{"gpu", 2}}};
  known.partition->per_node = {4, 8000, {{"gpu", 2}}};
  known.gres = {"gpu", "fpga"};
  json::Value node = build_node(known);
  EXPECT_EQ(api::annotation(node, kQueuedResources),
            "cpu=4,memory=8000Mi,ephemeral-storage,pods,gres.sluice.dev/fpga=0,"
            "gres.sluice.dev/gpu=2,nvidia.com/gpu=2");
  node["status"] = build_node_status(node, known, WallTime{});
  EXPECT_EQ(node.at("status", "capacity", "nvidia.com/gpu").as_string(), "4");
  EXPECT_EQ(node.at("status", "allocatable", "nvidia.com/gpu").as_string(), "2");
  EXPECT_EQ(node.at("status", "allocatable", "cpu").as_string(), "6");
  known.partition->usable.gres.clear();
  EXPECT_EQ(
      build_node_status(node, known, WallTime{}).at("allocatable", "nvidia.com/gpu").as_string(),
      "0");
  known.partition->all.gres.clear();
  EXPECT_EQ(build_node_status(node, known, WallTime{}).find("capacity", "nvidia.com/gpu"), nullptr);
}

TEST(NodeObject, ANodeForOnePartitionIsTaintedAsThePartitionIs) {
  NodeFacts gpu = facts();
  gpu.partition_name = "gpu";
  gpu.partition = kGpu;
  gpu.preferred = false;
  json::Value node = build_node(gpu);
  EXPECT_EQ(api::label(node, kPartitionLabel), "gpu");
  ASSERT_EQ(node.at("spec", "taints").as_array().size(), 1U);
  EXPECT_EQ(node.at("spec", "taints").as_array()[0].at("effect").as_string(), "PreferNoSchedule");
  const json::Value mine = json::Object{{"key", "mine"}, {"effect", "NoSchedule"}};
  node["spec"]["taints"] = json::Array{mine, node.at("spec", "taints").as_array().at(0)};
  EXPECT_EQ(node_patch(node, gpu), std::nullopt);

  NodeFacts silent = gpu;
  silent.partition.reset();
  silent.preferred = true;
  EXPECT_EQ(node_patch(node, silent), std::nullopt);
  gpu.partition->up = false;
  EXPECT_EQ(node_patch(node, gpu)->at("spec", "taints").as_array().size(), 3U);
  gpu.retired = true;
  const json::Value patch = *node_patch(node, gpu);
  ASSERT_EQ(patch.at("spec", "taints").as_array().size(), 2U);
  EXPECT_EQ(patch.at("spec", "taints").as_array()[0].at("key").as_string(), "mine");
  EXPECT_FALSE(is_marked_retired(node));
  EXPECT_TRUE(is_marked_retired(patch));
}

TEST(NodeObject, ResourcesThatOthersAdvertiseStay) {
  json::Value node = build_node(facts());
  node["status"]["capacity"]["example.com/dongle"] = "3";
  node["status"]["capacity"]["cpu"] = "77";
  const json::Value status = build_node_status(node, facts(), WallTime{});
  EXPECT_EQ(status.at("capacity", "cpu").as_string(), "8");
  EXPECT_EQ(status.at("allocatable", "example.com/dongle").as_string(), "3");
}

TEST(NodeObject, OfThisMachineIsAnOrdinaryNode) {
  NodeFacts local = facts();
  local.executor = Executor::kLocal;
  json::Value node = build_node(local);
  EXPECT_EQ(api::label(node, kExecutorLabel), "local");
  EXPECT_EQ(api::annotation(node, kQueuedResources), "");
  EXPECT_FALSE(node_patch(node, local).has_value());
  EXPECT_EQ(node.find("spec", "taints"), nullptr);
  node["status"] = build_node_status(node, local, WallTime{});
  EXPECT_EQ(node.at("status", "capacity", "pods").as_string(), "110");
  EXPECT_EQ(node.at("status", "nodeInfo", "containerRuntimeVersion").as_string(), "sluice://local");
  EXPECT_NE(node.at("status", "nodeInfo", "osImage").as_string(), "Slurm");
}

TEST(NodeObject, IsTaintedExactlyWhenReserved) {
  NodeFacts local = facts();
  local.executor = Executor::kLocal;
  local.reserved = true;
  json::Value node = build_node(local);
  const json::Value taint = node.at("spec", "taints").as_array().at(0);
  EXPECT_EQ(taint.at("key").as_string(), kExecutorLabel);
  EXPECT_EQ(taint.at("effect").as_string(), "NoSchedule");
  EXPECT_FALSE(node_patch(node, local).has_value());
  const json::Value others = json::Object{{"key", "theirs"}, {"effect", "NoExecute"}};
  node["spec"]["taints"] = json::Array{others};
  EXPECT_EQ(node_patch(node, local)->at("spec", "taints"), json::Value(json::Array{others, taint}));
  node["spec"]["taints"] = json::Array{taint, others};
  local.reserved = false;
  EXPECT_EQ(node_patch(node, local)->at("spec", "taints"), json::Value(json::Array{others}));
}

}  // namespace
}  // namespace sluice::kubelet
