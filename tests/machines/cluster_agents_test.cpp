// SPDX-License-Identifier: Apache-2.0
#include "machines/cluster_agents.h"

#include "base/waiting.h"
#include "hooked_machines.h"
#include "machines/detachment.h"
#include "slurm_in_a_pod.h"

namespace sluice::machines {
namespace {

using detach::Phase;

// Machines of a SlurmCluster, whose slurmctld is in a pod, and of a Slurm that is nobody's here.
class InPods : public Hooks {
 protected:
  void SetUp() override {
    stop();
    asked_ = &cluster_agents_;
    start();
    install_cluster_api();
    create(*cluster_, "c", "{spec: {}}");
    create(*kinds_.node_class, "big",
           "{metadata: {labels: {sluice.dev/slurm-cluster: big}}, spec: {clusterName: big, "
           "controller: {address: 10.0.0.50}, mungeKey: {secretName: munge}}}");
    create(*kinds_.node_class, "far",
           "{spec: {clusterName: far, controller: {address: 10.0.0.60}, mungeKey: {secretName: "
           "munge}}}");
    controllers_.emplace(Controllers::Parts{time_, fleet(), agents_in_time_});
    detachment_.emplace(Detachment::Parts{time_, fleet(), agents_in_time_, *controllers_});
  }
  void TearDown() override {
    stop();
    asked_ = &agents_;
    start();
  }

  const Fleet& fleet() const { return operator_->fleet(); }
  void make_worker(const std::string& name, const std::string& node_class = "big") {
    make(name, {.node_class = node_class});
    await_hooks(name);
    EXPECT_TRUE(wait_until(seconds(60), [&] {
      const client::ObjectPtr now = fleet().machine({"default", name});
      const auto slurm = now == nullptr ? std::nullopt : fleet().slurm(*now);
      return slurm && fleet().node_class(slurm->node_class) != nullptr &&
             fleet().node_of(*now, *slurm) != nullptr;
    }));
  }
  Result<detach::Progress> order(const std::string& name) {
    const client::ObjectPtr now = fleet().machine({"default", name});
    return detachment_->order(*now, *fleet().slurm(*now), {});
  }

  SlurmInAPod slurm_;
  const ClusterAgents::Open open_ = [this](const api::Key& cluster) {
    EXPECT_EQ(cluster, (api::Key{"default", "big"}));
    return slurm_.runner();
  };
  ClusterAgents cluster_agents_{agents_, open_, clock_};
  // Beside those of the operator, which do nothing as long as no Machine is being deleted.
  FakeClock time_;
  ClusterAgents agents_in_time_{agents_, open_, time_};
  std::optional<Controllers> controllers_;
  std::optional<Detachment> detachment_;
};

TEST_F(InPods, WhatSlurmHasOfMachinesIsSeen) {
  slurm_.register_node("w", "IDLE");
  make_worker("w");
  await_reason("w", "Registered", kRegistered);
  slurm_.register_node("w", "MIXED", 1);
  await_reason("w", "JobsRan", kUsed);
}

TEST_F(InPods, ADeadMachineIsTakenOutOfSlurm) {
  slurm_.register_node("w", "DOWN+NOT_RESPONDING");
  make_worker("w");
  agents_.silence("10.0.0.1");
  node_condition("w", "Unknown");
  remove("w");
  await_release("w");
  await_reason("w", "Detached");
  EXPECT_FALSE(slurm_.knows("w"));
  EXPECT_EQ(orders_for("w"), 0U);
}

TEST_F(InPods, JobsThatSlurmStillHasThereAreWaitedFor) {
  slurm_.register_node("w", "MIXED+NOT_RESPONDING", 2);
  make_worker("w");
  agents_.silence("10.0.0.1");
  node_condition("w", "Unknown");
  remove("w");
  EXPECT_THAT(await_reason("w", "Waiting"), HasSubstr("2 jobs left"));
  EXPECT_TRUE(hooked("w"));
  slurm_.register_node("w", "DOWN+NOT_RESPONDING+DRAIN");
  EXPECT_THAT(await_reason("w", "Refused"), HasSubstr("somebody else has drained it"));
  EXPECT_TRUE(slurm_.knows("w"));
  slurm_.register_node("w", "DOWN+NOT_RESPONDING");
  await_release("w");
  EXPECT_FALSE(slurm_.knows("w"));
}

TEST_F(InPods, ANodeThatHasComeBackIsNotForgotten) {
  make_worker("w");
  for (const Phase phase : {Phase::kDraining, Phase::kDeleting, Phase::kStopping}) {
    EXPECT_EQ(order("w")->phase, phase);
  }
  slurm_.register_node("w", "IDLE");
  time_.advance(seconds(10));
  EXPECT_EQ(order("w")->phase, Phase::kDetached);  // by way of the pod, once more
  EXPECT_FALSE(slurm_.knows("w"));
}

TEST_F(InPods, ASlurmctldThatIsAwayHasTheLastWordUnlessItsPodsAreGone) {
  make_worker("w");
  for (const Phase phase : {Phase::kDraining, Phase::kDeleting, Phase::kStopping}) {
    EXPECT_EQ(order("w")->phase, phase);
  }
  slurm_.set_away(true);
  for (int i = 0; i < 3; ++i) {
    time_.advance(std::chrono::hours(1));
    const auto away = order("w");
    ASSERT_FALSE(away.has_value());
    EXPECT_EQ(away.error().code, Code::kInternal);
  }
  slurm_.set_gone(true);
  time_.advance(std::chrono::hours(1));
  EXPECT_THAT(order("w").error().message, HasSubstr("slurmctld of the SlurmCluster big"));
  time_.advance(seconds(60));
  EXPECT_EQ(order("w")->phase, Phase::kDetached);
}

// Its own agent asks that slurmctld, with slurmd stopped; nobody else here can.
TEST_F(InPods, AMachineOfASlurmElsewhereGoesByTheWordOfItsAgentAlone) {
  make_worker("v", "far");
  const client::ObjectPtr far = fleet().node_class({"default", "far"});
  EXPECT_FALSE(controllers_->are_gone(*far)) << "nobody is not somebody who is silent";
  EXPECT_TRUE(controllers_->are_elsewhere(*far));
  EXPECT_FALSE(controllers_->are_elsewhere(*fleet().node_class({"default", "big"})));
  agents_.silence("10.0.0.1");
  EXPECT_FALSE(order("v").has_value());
  time_.advance(std::chrono::seconds(90));
  const auto dead = order("v");
  ASSERT_FALSE(dead.has_value()) << "nobody has said that Slurm does not know it";
  EXPECT_THAT(dead.error().message, HasSubstr("no SlurmCluster"));
  EXPECT_THAT(dead.error().message, HasSubstr("sluice.dev/detach-release"));
  agents_.wake("10.0.0.1");
  for (const Phase phase :
       {Phase::kDraining, Phase::kDeleting, Phase::kStopping, Phase::kDetached}) {
    EXPECT_EQ(order("v")->phase, phase);
  }
}

TEST_F(InPods, AnotherClassOfTheClusterIsAskedThere) {
  create(*kinds_.node_class, "gpu",
         "{spec: {clusterName: big, controller: {address: 10.0.0.50}, mungeKey: {secretName: "
         "munge}}}");
  slurm_.register_node("g", "IDLE");
  make_worker("g", "gpu");
  await_reason("g", "Registered", kRegistered);
}

}  // namespace
}  // namespace sluice::machines
