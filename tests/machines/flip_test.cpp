// SPDX-License-Identifier: Apache-2.0
//
// A machine between its two stacks. Its kubelet, and what binds pods, are the test.
#include "agent/flip.h"

#include <stdexcept>

#include "agent/machine_node.h"
#include "detach/fake_slurm_nodes.h"
#include "detach/set_clock.h"
#include "management_cluster.h"

namespace sluice::machines {
namespace {

using detach::Stack;
using detach::StackPhase;

class Services final : public CommandRunner {
 public:
  Result<CommandOutput> run(const Command&) override { return CommandOutput{}; }
};

class Flips : public ManagementCluster {
 protected:
  Flips() {
    slurm_nodes_.add("w");
    EXPECT_TRUE(kubernetes_.remove_all().has_value());
    create_node("a://ours");
  }

  void create_node(const std::string& id) {
    json::Value node = build_node(config_);
    node["spec"]["providerID"] = id;
    node["status"]["conditions"] = json::Array{
        json::Object{{"type", "Ready"}, {"status", "True"}, {"reason", "KubeletReady"}}};
    EXPECT_TRUE(client_.create(api::kinds::node(), node).has_value());
  }
  void remove_node() { EXPECT_TRUE(client_.remove(api::kinds::node(), {"", "w"}, {}).has_value()); }
  bool is_open() {
    const auto node = client_.get(api::kinds::node(), {"", "w"});
    return node && !agent::is_closed(**node);
  }
  void bind_pod() {
    create(api::kinds::pod(), "p", "{spec: {nodeName: w, containers: [{name: c, image: i}]}}");
  }
  bool pod_leaves() { return api::is_being_deleted(get(api::kinds::pod(), "p")); }
  void end_pod() {
    EXPECT_TRUE(client_.remove(api::kinds::pod(), {"default", "p"}, {.grace_period_seconds = 0})
                    .has_value());
  }

  detach::StackProgress order(Stack stack, const detach::Order& leave = {}) {
    return flip_.order(detach::StackOrder{stack, leave}).value();
  }
  detach::StackProgress progress() { return flip_.order(std::nullopt).value(); }

  // What the agent's threads do in a second.
  void look_around() {
    EXPECT_TRUE(slurm_.step().has_value());
    EXPECT_TRUE(kubernetes_.step().has_value());
    EXPECT_TRUE(detachments_.step().has_value());
    flip_.step();
    time_.time.advance(seconds(1));
  }
  bool comes_to(StackPhase phase) {
    for (int i = 0; i < 20 && progress().phase != phase; ++i) {
      look_around();
    }
    return progress().phase == phase;
  }
  void change_to(Stack stack) {
    order(stack);
    EXPECT_TRUE(comes_to(StackPhase::kReady)) << progress().message;
  }

  static std::vector<services::Service> service(const std::string& name) {
    return {{.name = name, .unit = name}};
  }

  TemporaryDirectory scratch_{"flip"};
  detach::SetClock time_;
  Services runner_;
  agent::Config config_{.role = "slurm-worker",
                        .node = "w",
                        .node_spec = json::Object{{"providerID", "a://ours"}},
                        .state_directory = scratch_.path(),
                        .slurm_node = "w"};
  agent::Supervisor slurm_{service("slurmd"), scratch_.path() / "slurm.json", runner_};
  agent::Supervisor kubernetes_{service("kubelet"), scratch_.path() / "kubernetes.json", runner_};
  detach::FakeSlurmNodes slurm_nodes_;
  detach::Detachments detachments_{
      {.own_node = "w",
       .machine = {
           .hold = [] { return Result<void>(); },
           .release = [] { return Result<void>(); },
           .stop_slurmd = [] { return true; },
           .stop = [this] { return slurm_.removing() ? Result<void>() : slurm_.remove_all(); },
           .stops = [this] { return slurm_.removing(); },
           .has_stopped = [this] { return slurm_.removing() && slurm_.settled(); },
           .start = [this] { return slurm_.deploy_all(); }},
       .file = scratch_.path() / "detachments.json",
       .slurm = slurm_nodes_,
       .clock = time_}};
  agent::Flip flip_{{.config = config_,
                     .slurm = slurm_,
                     .kubernetes = kubernetes_,
                     .detachments = detachments_,
                     .client = client_,
                     .clock = time_,
                     .on_order = [] {},
                     .on_services = [] {}}};
};

// The scheduler had not seen yet that the Node was closed.
TEST_F(Flips, APodThatCameTooLateIsNotLost) {
  change_to(Stack::kKubernetes);
  EXPECT_TRUE(is_open());
  order(Stack::kSlurm);
  EXPECT_TRUE(comes_to(StackPhase::kStopping));
  bind_pod();
  EXPECT_TRUE(comes_to(StackPhase::kEvicting)) << progress().message;
  EXPECT_FALSE(is_open());
  EXPECT_FALSE(kubernetes_.removing());
  EXPECT_TRUE(slurm_.removing());
  look_around();
  EXPECT_TRUE(pod_leaves());
  end_pod();
  EXPECT_TRUE(comes_to(StackPhase::kReady)) << progress().message;
  EXPECT_TRUE(kubernetes_.removing());
  EXPECT_FALSE(slurm_.removing());
}

TEST_F(Flips, WhatIsAnotherMachinesIsLeftAsItIs) {
  remove_node();
  create_node("a://other");
  order(Stack::kKubernetes);
  look_around();
  EXPECT_THAT(progress().message, HasSubstr("belongs to another machine"));
  EXPECT_FALSE(detachments_.own().has_value());
  EXPECT_TRUE(kubernetes_.removing());
  remove_node();
  create_node("a://ours");
  EXPECT_TRUE(comes_to(StackPhase::kReady)) << progress().message;

  remove_node();
  create_node("a://other");
  bind_pod();
  order(Stack::kSlurm);
  look_around();
  look_around();
  EXPECT_THAT(progress().message, HasSubstr("belongs to another machine"));
  EXPECT_FALSE(pod_leaves());
  EXPECT_FALSE(kubernetes_.removing());
}

// A budget keeps the pod until then.
TEST_F(Flips, PodsHaveAsLongAsWasSaid) {
  change_to(Stack::kKubernetes);
  bind_pod();
  patch(api::kinds::pod(), "p", "{status: {phase: Running}}", client::Part::kStatus);
  create(api::kinds::pod_disruption_budget(), "b", "{spec: {minAvailable: 1, selector: {}}}");
  order(Stack::kSlurm, {.deadline = std::chrono::minutes(10)});
  EXPECT_TRUE(comes_to(StackPhase::kEvicting)) << progress().message;
  time_.set_by = std::chrono::hours(24);
  look_around();
  EXPECT_FALSE(pod_leaves());
  time_.set_by = -std::chrono::hours(24);
  time_.time.advance(std::chrono::minutes(10));
  look_around();
  EXPECT_TRUE(pod_leaves());
}

TEST_F(Flips, WhoHasLeftAlreadyComesBackWithoutBeingAskedAllTheTime) {
  slurm_nodes_.start_job("1", "w");
  order(Stack::kKubernetes);
  for (int i = 0; i < 3; ++i) {
    look_around();
  }
  ASSERT_EQ(detachments_.own()->progress.phase, detach::Phase::kWaiting);
  slurm_nodes_.finish_job("1");
  slurm_nodes_.settle();
  EXPECT_TRUE(slurm_nodes_.remove("w").has_value());
  slurm_nodes_.on_call = [calls = 0](const std::string&, bool) mutable {
    if (++calls > 100) {
      throw std::runtime_error("asked again and again");
    }
  };
  order(Stack::kSlurm);
  flip_.step();
  ASSERT_TRUE(detachments_.own().has_value());
  EXPECT_TRUE(comes_to(StackPhase::kReady)) << progress().message;
  EXPECT_FALSE(slurm_.removing());
}

}  // namespace
}  // namespace sluice::machines
