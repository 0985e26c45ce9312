// SPDX-License-Identifier: Apache-2.0
#include <atomic>

#include "api/meta.h"
#include "json/text.h"
#include "kubelet/node_client.h"
#include "kubelet/node_keeper.h"
#include "kubelet_world.h"

namespace sluice {
namespace {

class VirtualNode : public KubeletWorld {
 protected:
  void await_ready(std::string_view status) {
    await([&] {
      const client::Object node = get(api::kinds::node(), {"", "sluice-test"});
      const json::Value* ready = api::condition(node, "Ready");
      return ready != nullptr && ready->at("status").as_string() == status;
    });
  }
};

TEST_F(VirtualNode, IsRegisteredWithSlurmsCapacityAndALease) {
  start_kubelet();
  await_ready("True");
  const client::Object node = get(api::kinds::node(), {"", "sluice-test"});
  EXPECT_EQ(node.at("status", "capacity", "cpu").as_string(), "64");
  EXPECT_EQ(api::label(node, "node.kubernetes.io/instance-type"), "slurm");
  const client::Object lease = get(api::kinds::lease(), {"kube-node-lease", "sluice-test"});
  EXPECT_EQ(lease.at("spec", "holderIdentity").as_string(), "sluice-test");
  EXPECT_EQ(lease.at("metadata", "ownerReferences").as_array().at(0).at("uid").as_string(),
            api::uid(node));
}

TEST_F(VirtualNode, SaysWhySlurmIsAwayAndRecovers) {
  start_kubelet();
  const client::Object pod = create_pod("p");
  await_job(comment(pod));
  slurm_.set_unavailable(true);
  await_ready("False");
  const client::Object node = get(api::kinds::node(), {"", "sluice-test"});
  EXPECT_EQ(api::condition(node, "Ready")->at("reason").as_string(), "SlurmUnavailable");
  create_pod("q");
  slurm_.set_unavailable(false);
  await_ready("True");
  await([&] { return slurm_.submissions() == 2; });
}

TEST_F(VirtualNode, IsAliveWhileSlurmTakesItsTime) {
  kubelet::OurNodes nodes;
  kubelet::NodeKeeper keeper({.name = "n", .interval = std::chrono::milliseconds(1)}, client_,
                             slurm_, clock_, nodes);
  ASSERT_TRUE(keeper.start());
  std::atomic<bool> asked = false;
  std::atomic<bool> silent = true;
  slurm_.on_call([&](std::string_view) {
    asked = true;
    asked.notify_all();
    silent.wait(true);
  });
  asked.wait(false);
  const auto renewed = [&] {
    return get(api::kinds::lease(), {"kube-node-lease", "n"}).at("spec", "renewTime").as_string();
  };
  const std::string before = renewed();
  await([&] { return renewed() != before; });
  silent = false;
  silent.notify_all();
  keeper.request_stop();
  EXPECT_TRUE(keeper.await_stopped(SteadyTime::max()));
}

TEST_F(VirtualNode, StartsWithoutSlurm) {
  slurm_.set_unavailable(true);
  start_kubelet();
  await_ready("False");
  const client::Object pod = create_pod("p");
  await_pod("p", [&](const client::Object& object) {
    return waiting_reason(object) == "ContainerCreating";
  });
  slurm_.set_unavailable(false);
  await_job(comment(pod));
}

// A node for each partition, looked after as often as can be.
class PartitionNodes : public VirtualNode {
 protected:
  void start(bool per_partition = true) {
    nodes_ = std::make_unique<kubelet::OurNodes>();
    keeper_ = std::make_unique<kubelet::NodeKeeper>(
        kubelet::NodeOptions{.name = "slurm",
                             .per_partition = per_partition,
                             .interval = std::chrono::milliseconds(1),
                             .has_pods = [this](const std::string& node) { return node == busy_; }},
        client_, slurm_, clock_, *nodes_);
    ASSERT_TRUE(keeper_->adopt());
    ASSERT_TRUE(keeper_->start());
  }
  void stop() {
    keeper_->request_stop();
    ASSERT_TRUE(keeper_->await_stopped(SteadyTime::max()));
    keeper_.reset();
  }
  std::string names() {
    std::string all;
    const auto nodes = client_.list(api::kinds::node(), {});
    for (const client::ObjectPtr& node : nodes->items) {
      all += (all.empty() ? "" : " ") + api::name(*node);
    }
    return all;
  }
  std::string taints(const std::string& name) {  // ours
    std::string all;
    const client::Object node = get(api::kinds::node(), {"", name});
    for (const json::Value& taint : node.at("spec", "taints").as_array()) {
      if (taint.at("key").as_string().starts_with("sluice.dev/")) {
        all += taint.at("key").as_string() + ":" + taint.at("effect").as_string() + " ";
      }
    }
    return all;
  }

  std::string busy_;
  std::unique_ptr<kubelet::OurNodes> nodes_;
  std::unique_ptr<kubelet::NodeKeeper> keeper_;
};

TEST_F(PartitionNodes, EachShowsItsPartitionAndPodsPreferTheDefaultOne) {
  slurm_.set_nodes({{.name = "n1",
                     .state = "IDLE",
                     .partitions = {"main", "debug"},
                     .cpus = 4,
                     .memory_mib = 100,
                     .gres = {{"gpu", 2}}},
                    {.name = "n2", .state = "DOWN", .partitions = {"main"}, .cpus = 8}});
  slurm_.set_partitions({{.name = "main", .is_default = true},
                         {.name = "debug"},
                         {.name = "secret", .hidden = true}});
  start();
  EXPECT_EQ(names(), "slurm-debug slurm-main");
  const client::Object main = get(api::kinds::node(), {"", "slurm-main"});
  EXPECT_EQ(api::label(main, "sluice.dev/partition"), "main");
  EXPECT_EQ(main.at("status", "capacity", "cpu").as_string(), "12");
  EXPECT_EQ(main.at("status", "allocatable", "cpu").as_string(), "4");
  EXPECT_EQ(main.at("status", "capacity", "nvidia.com/gpu").as_string(), "2");
  EXPECT_EQ(taints("slurm-main"), "");
  EXPECT_EQ(taints("slurm-debug"), "sluice.dev/partition:PreferNoSchedule ");
  EXPECT_EQ(nodes_->partition_of("slurm-debug"), "debug");
  EXPECT_EQ(nodes_->main(), "slurm-main");
  EXPECT_EQ(get(api::kinds::lease(), {"kube-node-lease", "slurm-debug"})
                .at("spec", "holderIdentity")
                .as_string(),
            "slurm-debug");
  slurm_.set_partitions({{.name = "main", .is_default = true, .up = false}, {.name = "debug"}});
  await([&] { return taints("slurm-main") == "sluice.dev/partition-down:NoSchedule "; });
  stop();
}

TEST_F(PartitionNodes, ComeWithTheirPartitionsAndGoWhenTheirLastPodHas) {
  start();
  EXPECT_EQ(names(), "slurm-debug slurm-main");
  slurm_.set_partitions({{.name = "main", .is_default = true}, {.name = "new"}});
  busy_ = "slurm-debug";
  await([&] { return names() == "slurm-debug slurm-main slurm-new"; });
  await([&] { return taints("slurm-debug") == "sluice.dev/retired:NoSchedule "; });
  EXPECT_TRUE(nodes_->contains("slurm-debug"));
  stop();

  // Also after a restart, and without Slurm.
  slurm_.set_unavailable(true);
  start();
  EXPECT_EQ(nodes_->partition_of("slurm-debug"), "debug");
  EXPECT_EQ(nodes_->partition_of("slurm-new"), "new");
  EXPECT_EQ(taints("slurm-new"), "sluice.dev/partition:PreferNoSchedule ");
  slurm_.set_unavailable(false);
  stop();
  busy_ = "";
  start();
  await([&] { return names() == "slurm-main slurm-new"; });
  await([&] { return !nodes_->contains("slurm-debug"); });
  stop();
}

TEST_F(PartitionNodes, AnotherWayOfHavingNodesRetiresTheOldOnes) {
  start(/*per_partition=*/false);
  EXPECT_EQ(names(), "slurm");
  stop();
  busy_ = "slurm";
  start();
  await([&] { return taints("slurm") == "sluice.dev/retired:NoSchedule "; });
  EXPECT_EQ(names(), "slurm slurm-debug slurm-main");
  EXPECT_EQ(nodes_->partition_of("slurm"), "");
  stop();
  start(/*per_partition=*/false);
  await([&] { return names() == "slurm"; });
  await([&] { return taints("slurm").empty(); });
  stop();
}

TEST_F(PartitionNodes, AreNotSeenByTheKubeletOfAnotherCluster) {
  start();
  kubelet::NodeClient one(client_, "slurm-debug");
  create_pod("here", R"({"nodeName":"slurm-debug"})");
  create_pod("there", R"({"nodeName":"slurm-main"})");
  for (const auto& [kind, name] :
       {std::pair(&api::kinds::node(), "slurm-debug"), std::pair(&api::kinds::pod(), "here")}) {
    const auto listed = one.list(*kind, {});
    ASSERT_TRUE(listed.has_value());
    ASSERT_EQ(listed->items.size(), 1U) << kind->kind;
    EXPECT_EQ(api::name(*listed->items.front()), name);
  }
  stop();
}

class PodsOfPartitions : public KubeletWorld {
 protected:
  PodsOfPartitions() { options_.node_per_partition = true; }
};

TEST_F(PodsOfPartitions, ArePutIntoThePartitionOfTheirNode) {
  start_kubelet();
  await([&] { return client_.get(api::kinds::node(), {"", "sluice-test-debug"}).has_value(); });
  create_pod("p", R"({"nodeName":"sluice-test-debug"})");
  await([&] { return slurm_.submissions() == 1; });
  EXPECT_EQ(slurm_.all_jobs().front().partition, "debug");
  create_pod("q", R"({"nodeName":"sluice-test-debug"})", R"({"sluice.dev/partition":"main"})");
  const client::Object failed = await_phase("q", "Failed");
  EXPECT_EQ(failed.at("status", "reason").as_string(), "InvalidFlags");
  EXPECT_NE(failed.at("status", "message").as_string().find("sluice-test-debug"),
            std::string::npos);
}

class PodsWithoutSlurm : public KubeletWorld {
 protected:
  PodsWithoutSlurm() { options_.executor = kubelet::Executor::kLocal; }
};

// srun would ask for a job of its own, of which nobody knows.
TEST_F(PodsWithoutSlurm, AreNotParallelPrograms) {
  start_kubelet();
  create_pod("p", "{}", R"({"sluice.dev/mpi":"pmi2"})");
  const client::Object failed = await_phase("p", "Failed");
  EXPECT_EQ(failed.at("status", "reason").as_string(), "InvalidFlags");
  EXPECT_NE(failed.at("status", "message").as_string().find("started by Slurm"), std::string::npos);
  EXPECT_EQ(slurm_.submissions(), 0);
}

TEST_F(PodsWithoutSlurm, HaveTheLimitsOfTheirContainers) {
  options_.max_processes = 40;
  slurm::JobLimits given;
  slurm_.on_start([&](const slurm::Job&, const slurm::JobRequest& it) { given = it.limits; });
  start_kubelet();
  slurm_.set_not_kept({{"cpu", "no controller"}, {"memory", "no group"}, {"pids", "no group"}});
  const client::Object pod =
      create_pod("p", R"({"containers":[{"name":"main","image":"none","command":["true"],
      "resources":{"limits":{"memory":"64Mi"}}}]})");
  await_job(comment(pod));
  EXPECT_EQ(await_event("p", "NotAsAsked"), "limits of memory are counted, not kept: no group");
  slurm_.run();
  EXPECT_EQ(given, (slurm::JobLimits{.memory_bytes = 64 << 20, .processes = 40 + 64}));
  const auto spec = read_file(attempt_dir(pod) / "spec.json");
  ASSERT_TRUE(spec.has_value());
  EXPECT_EQ(json::parse(*spec)->at("sharing", "maxProcesses").as_int(), 40);
}

}  // namespace
}  // namespace sluice
