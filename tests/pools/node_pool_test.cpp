// SPDX-License-Identifier: Apache-2.0
//
// Machines move to where work waits. Core of Cluster API, Slurm and the scheduler are the test.
#include <atomic>

#include "base/timestamp.h"
#include "client/forwarding_client.h"
#include "machines/victims.h"
#include "management_cluster.h"
#include "pools/definition.h"
#include "pools/deployment.h"
#include "pools/operator.h"

namespace sluice::pools {
namespace {

using machines::ManagementCluster;
using machines::seconds;
using testing::HasSubstr;

// May mark Machines, but not scale their MachineDeployments.
class WithoutScaling final : public client::ForwardingClient {
 public:
  using ForwardingClient::ForwardingClient;

  Result<client::ObjectPtr> patch(const api::Kind& kind, const api::Key& key,
                                  const client::Patch& patch, client::Part part) override {
    if (kind.kind == "MachineDeployment" && part == client::Part::kMain) {
      ++refused;
      return fail(Code::kForbidden, "machinedeployments is forbidden");
    }
    return client_.patch(kind, key, patch, part);
  }

  std::atomic<int> refused = 0;
};

class NodePools : public ManagementCluster {
 protected:
  void SetUp() override {
    install_cluster_api();
    deployment_ = *runtime::await_kind(client_, clock_, kDeployments);
    const auto kind = install_definition(client_, clock_);
    ASSERT_TRUE(kind.has_value()) << kind.error().message;
    pool_ = *kind;
    create(*cluster_, "c", "{spec: {}}");
    create(*kinds_.node_class, "hpc",
           "{spec: {clusterName: hpc, controller: {address: 10.0.0.9}, mungeKey: {secretName: "
           "munge}}}");
    add_machine("head", "", "slurm-controller");
    for (const char* name : {"slurm", "kube"}) {
      create(*deployment_, name, "{spec: {replicas: 2}}");
      settle(name, 2);
      for (const char* number : {"-1", "-2"}) {
        add_machine(name + std::string(number), name,
                    name == std::string("slurm") ? "slurm-worker" : "custom");
      }
    }
    await_fleet();
    start_pools();
  }
  // What the other operator's informers have not heard of yet would change decisions later.
  void await_fleet() {
    const machines::Fleet& fleet = operator_->fleet();
    EXPECT_TRUE(await([&] {
      const client::ObjectPtr node_class = fleet.node_class({"default", "hpc"});
      bool all = node_class != nullptr && !fleet.controller_agents(*node_class).empty();
      for (const char* name : {"slurm-1", "slurm-2", "kube-1", "kube-2"}) {
        const client::ObjectPtr machine = fleet.machine({"default", name});
        all = all && machine != nullptr && fleet.config_of(*machine) != nullptr &&
              machine->at("status", "nodeRef", "name").is_string();
      }
      return all;
    }));
  }
  void TearDown() override { stop_pools(); }

  void start_pools() { start_pools(client_); }
  void start_pools(client::Client& client) {
    own_informers_.emplace(client, clock_);
    pools_.emplace(
        Operator::Parts{pool_, client, clock_, *own_informers_, operator_->fleet(), agents_});
    own_manager_.emplace(clock_);
    own_manager_->add(*own_informers_);
    own_manager_->add(*pools_);
    EXPECT_TRUE(own_manager_->start().has_value());
  }
  void stop_pools() {
    EXPECT_TRUE(own_manager_->stop(seconds(30)).has_value());
    pools_.reset();
    own_informers_.reset();
  }

  void add_machine(const std::string& name, const std::string& deployment,
                   const std::string& role) {
    create(
        *kinds_.config, name,
        "{spec: {role: " + role + (role == "custom" ? "" : ", nodeClassRef: {name: hpc}") + "}}");
    own(create(*machine_, name,
               "{metadata: {labels: {cluster.x-k8s.io/deployment-name: \"" + deployment +
                   "\"}}, spec: {clusterName: c, bootstrap: {dataSecretName: x, configRef: {"
                   "apiGroup: bootstrap.cluster.x-k8s.io, kind: VirtualKubeletConfig, name: " +
                   name + "}}}}"));
    create_node(name, role == "slurm-controller" ? "10.0.0.9" : "10.0.0.1");
    patch(*machine_, name, "{status: {nodeRef: {name: " + name + "}}}", client::Part::kStatus);
    if (role == "slurm-worker") {
      agents_.register_node(name);
    }
  }
  void create_node(const std::string& name, const std::string& address) {
    const json::Value node =
        json::parse_yaml("{apiVersion: v1, kind: Node, metadata: {name: " + name +
                         "}, status: {addresses: [{type: InternalIP, address: " + address +
                         "}], conditions: [{type: Ready, status: \"True\"}]}}")
            ->front();
    ASSERT_TRUE(client_.create(api::kinds::node(), node).has_value());
  }

  // As core says when it has seen the number.
  void settle(const std::string& name, int machines) {
    const client::Object seen = get(*deployment_, name);
    patch(*deployment_, name,
          "{status: {observedGeneration: " +
              std::to_string(seen.at("metadata", "generation").as_int()) + ", replicas: " +
              std::to_string(machines) + ", upToDateReplicas: " + std::to_string(machines) + "}}",
          client::Part::kStatus);
  }

  // One move: until the cooldown is over, nothing is decided from what is only half seen of it.
  void create_pool(const std::string& more = "") {
    create(*pool_, "p",
           "{spec: {machines: 4, cooldownSeconds: 3600" + more +
               ", members: ["
               "{name: slurm, machineDeployment: slurm, min: 1, max: 4, machine: {cpu: 8, memory: "
               "16Gi}, slurm: {nodeClass: hpc}}, "
               "{name: kube, machineDeployment: kube, min: 1, max: 4, machine: {cpu: 8, memory: "
               "16Gi}, kubernetes: {}}]}}");
  }
  void create_waiting_pod(const std::string& requests) {
    create(api::kinds::pod(), "waits",
           "{spec: {containers: [{name: c, image: i, resources: {limits: " + requests +
               ", requests: " + requests + "}}]}}");
    patch(api::kinds::pod(), "waits",
          "{status: {conditions: [{type: PodScheduled, status: \"False\", reason: "
          "Unschedulable}]}}",
          client::Part::kStatus);
  }
  std::int64_t replicas(const std::string& name) { return replicas_of(get(*deployment_, name)); }
  std::int64_t marked() {
    std::int64_t count = 0;
    for (const char* name : {"kube-1", "kube-2"}) {
      count += api::annotation(get(*machine_, name), machines::kDeleteFirst) == machines::kOurMark;
    }
    return count;
  }
  bool await(const std::function<bool()>& wanted) { return wait_until(seconds(60), wanted); }
  bool await_reason(const std::string& reason) {
    return await([&] {
      const client::Object pool = get(*pool_, "p");
      const json::Value* balanced = api::condition(pool, "Balanced");
      return balanced != nullptr && balanced->at("reason").as_string() == reason;
    });
  }
  std::string status() { return json::write(get(*pool_, "p").at("status")); }

  api::KindPtr deployment_;
  api::KindPtr pool_;
  std::optional<runtime::Informers> own_informers_;
  std::optional<Operator> pools_;
  std::optional<runtime::Manager> own_manager_;
};

TEST_F(NodePools, AnIdleMachineOfKubernetesGoesToSlurmWhereJobsWait) {
  agents_.set_queue({{"7", "batch", "Resources", 1, 8, 1000}});
  agents_.register_node("slurm-1", 1);
  agents_.register_node("slurm-2", 1);
  create_pool();
  EXPECT_TRUE(await([&] { return replicas("slurm") == 3; })) << status();
  EXPECT_EQ(replicas("kube"), 1);
  EXPECT_EQ(marked(), 1);  // one without work goes, not any
  // That it is Moving is shown only until the next look; what was done, until the next move.
  EXPECT_THAT(status(), HasSubstr("gets idle machines of kube"));
  // Core has not seen it yet: nothing more moves.
  EXPECT_TRUE(await([&] { return status().find("has not been looked at") != std::string::npos; }))
      << status();
  settle("slurm", 3);
  settle("kube", 1);
  EXPECT_TRUE(await_reason("NothingToDo")) << status();  // what is on its way counts
  EXPECT_EQ(replicas("slurm"), 3);
}

TEST_F(NodePools, AMachineIsNotMarkedForAScalingThatFails) {
  WithoutScaling without_scaling(client_);
  stop_pools();
  start_pools(without_scaling);
  agents_.set_queue({{"7", "batch", "Resources", 1, 8, 1000}});
  agents_.register_node("slurm-1", 1);
  agents_.register_node("slurm-2", 1);
  const std::string before = api::resource_version(get(*machine_, "kube-1")) +
                             api::resource_version(get(*machine_, "kube-2"));
  create_pool();
  EXPECT_TRUE(await_reason("ScalingFailed")) << status();
  EXPECT_GT(without_scaling.refused, 0);
  EXPECT_NE(api::resource_version(get(*machine_, "kube-1")) +
                api::resource_version(get(*machine_, "kube-2")),
            before);                                  // one was
  EXPECT_TRUE(await([&] { return marked() == 0; }));  // it is tried again, and marked meanwhile
  stop_pools();
  start_pools();
}

TEST_F(NodePools, OfTwoPoolsTheOlderHasAMachineDeployment) {
  create_pool();
  EXPECT_TRUE(await_reason("NothingToDo")) << status();
  create(*pool_, "q",
         "{spec: {members: [{name: x, machineDeployment: kube, min: 3, max: 4, machine: {cpu: 1, "
         "memory: 1Gi}, kubernetes: {}}]}}");
  EXPECT_TRUE(await([&] {
    return json::write(get(*pool_, "q").at("status")).find("the NodePool p has") !=
           std::string::npos;
  }));
  EXPECT_EQ(replicas("kube"), 2);
}

TEST_F(NodePools, ADryRunSaysWhatItWouldDo) {
  agents_.set_queue({{"7", "batch", "Resources", 1, 8, 1000}});
  agents_.register_node("slurm-1", 1);
  agents_.register_node("slurm-2", 1);
  create_pool(", dryRun: true");
  EXPECT_TRUE(await_reason("DryRun")) << status();
  EXPECT_THAT(status(), HasSubstr(R"({"member":"slurm","from":2,"to":3,)"));
  EXPECT_EQ(replicas("slurm"), 2);
  EXPECT_EQ(replicas("kube"), 2);
}

// The machine would come, stay idle, and not go back.
TEST_F(NodePools, APodThatWantsWhatNoMachineHasMovesNone) {
  for (const char* node : {"kube-1", "kube-2"}) {
    create(api::kinds::pod(), "on-" + std::string(node),
           "{spec: {nodeName: " + std::string(node) + ", containers: [{name: c, image: i}]}}");
  }
  create_waiting_pod("{nvidia.com/gpu: 1}");
  create_pool();
  EXPECT_TRUE(await([&] { return status().find("(nvidia.com/gpu)") != std::string::npos; }))
      << status();
  EXPECT_THAT(status(), HasSubstr("NothingToDo"));
  EXPECT_EQ(replicas("slurm"), 2);
  EXPECT_EQ(replicas("kube"), 2);
}

// Whatever keeps it waiting, the machines are of more use where others wait.
TEST_F(NodePools, IdleMachinesThatDidNotHelpAreNotHeld) {
  agents_.set_queue({{"7", "batch", "Resources", 1, 8, 1000}});
  agents_.register_node("slurm-1", 1);
  agents_.register_node("slurm-2", 1);
  create_waiting_pod("{cpu: 1}");
  create_pool();
  EXPECT_TRUE(await([&] { return status().find("\"besideIdle\":[{") != std::string::npos; }))
      << status();
  EXPECT_EQ(replicas("slurm"), 2);
  stop_pools();
  patch(*pool_, "p",
        "{status: {besideIdle: [{member: kube, work: pod default/waits, since: \"" +
            format_rfc3339(clock_.now() - std::chrono::hours(2)) + "\"}]}}",
        client::Part::kStatus);
  start_pools();
  EXPECT_TRUE(await([&] { return replicas("slurm") == 3; })) << status();
  EXPECT_THAT(status(), HasSubstr("idle machines did not help: pod default/waits"));
}

TEST_F(NodePools, ASlurmThatDoesNotAnswerIsLeftAsItIs) {
  agents_.silence("10.0.0.9");
  create_pool();
  EXPECT_TRUE(await([&] { return status().find("connection refused") != std::string::npos; }))
      << status();
  EXPECT_EQ(replicas("slurm"), 2);
}

TEST_F(NodePools, NothingIsWrittenWhileNothingChanges) {
  create_pool();
  EXPECT_TRUE(await_reason("NothingToDo")) << status();
  const std::string version = api::resource_version(get(*pool_, "p"));
  stop_pools();
  start_pools();
  create(*pool_, "second",
         "{spec: {members: [{name: x, machineDeployment: none, max: 1, machine: {cpu: 1, memory: "
         "1Gi}, kubernetes: {}}]}}");
  EXPECT_TRUE(await([&] {
    return json::write(get(*pool_, "second").at("status")).find("no MachineDeployment") !=
           std::string::npos;
  }));
  EXPECT_EQ(api::resource_version(get(*pool_, "p")), version);
}

TEST_F(NodePools, WhatIsWrongIsRefusedOrTold) {
  client::Object both =
      json::parse_yaml(
          "{metadata: {name: p, namespace: default}, spec: {members: [{name: a, "
          "machineDeployment: d, max: 1, machine: {cpu: 1, memory: 1Gi}, slurm: {nodeClass: x}, "
          "kubernetes: {}}]}}")
          ->front();
  both["apiVersion"] = pool_->api_version();
  both["kind"] = "NodePool";
  const auto refused = client_.create(*pool_, both);
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message, HasSubstr("expected either slurm or kubernetes"));
  create(*pool_, "p",
         "{spec: {members: [{name: a, machineDeployment: d, max: 1, machine: {cpu: much, memory: "
         "1Gi}, kubernetes: {}}]}}");
  EXPECT_TRUE(await_reason("Invalid"));
  EXPECT_THAT(status(), HasSubstr("spec.members[0].machine.cpu"));
}

}  // namespace
}  // namespace sluice::pools
