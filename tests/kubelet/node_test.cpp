// SPDX-License-Identifier: Apache-2.0
#include <atomic>

#include "api/meta.h"
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
  kubelet::NodeKeeper keeper({.name = "n", .interval = std::chrono::milliseconds(1)}, client_,
                             slurm_, clock_);
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

}  // namespace
}  // namespace sluice
