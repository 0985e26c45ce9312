// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "machines/class_hold.h"
#include "machines/hooks.h"
#include "machines/machine_conditions.h"
#include "management_cluster.h"

namespace sluice::machines {

inline constexpr const char* kHead = "10.0.0.9";

// Machines of Slurm as Cluster API's core makes them, with one that is their controller's.
class Hooks : public ManagementCluster {
 protected:
  void SetUp() override {
    install_cluster_api();
    populate();
  }

  void populate() {
    create(*cluster_, "c", "{spec: {}}");
    create(*kinds_.node_class, "hpc",
           "{spec: {clusterName: hpc, controller: {address: 10.0.0.9}, mungeKey: {secretName: "
           "munge}}}");
    make("head", {.role = "slurm-controller", .address = kHead});
  }

  struct Given {
    std::string role = "slurm-worker";
    std::string address = "10.0.0.1";  // of its Node; empty: it has none
    std::string metadata = {};         // more of it, of the Machine
    std::string ns = "default";
    bool started = true;
    std::string node_class = "hpc";
    std::string hostname = {};
  };

  // A Machine as core has made it: with its config, and when it runs, its Node.
  void make(const std::string& name, const Given& given) {
    create(*kinds_.config, name,
           "{spec: {role: " + given.role +
               (given.role == "custom" ? "" : ", nodeClassRef: {name: " + given.node_class + "}") +
               (given.hostname.empty() ? "" : ", hostname: \"" + given.hostname + "\"") + "}}",
           given.ns);
    const client::Object made =
        create(*machine_, name,
               "{metadata: {finalizers: [machine.cluster.x-k8s.io]" +
                   (given.metadata.empty() ? "" : ", " + given.metadata) +
                   "}, spec: {clusterName: c, bootstrap: {" +
                   (given.started ? "dataSecretName: x, " : "") +
                   "configRef: {apiGroup: bootstrap.cluster.x-k8s.io, kind: VirtualKubeletConfig, "
                   "name: " +
                   name + "}}}}",
               given.ns);
    own(made);
    if (given.address.empty()) {
      return;
    }
    json::Value node =
        json::parse_yaml("{apiVersion: v1, kind: Node, metadata: {name: " + name +
                         "}, status: {addresses: [{type: InternalIP, address: " + given.address +
                         "}]}}")
            ->front();
    EXPECT_TRUE(client_.create(api::kinds::node(), node).has_value());
    patch_machine(name, "{status: {nodeRef: {name: " + name + "}}}", client::Part::kStatus);
  }

  void patch_machine(const std::string& name, const std::string& body,
                     client::Part part = client::Part::kMain) {
    patch(*machine_, name, body, part);
  }
  void annotate(const std::string& name, const std::string& annotation, const std::string& value) {
    patch_machine(name, "{metadata: {annotations: {" + annotation + ": \"" + value + "\"}}}");
  }
  void remove(const std::string& name, const std::string& ns = "default") {
    EXPECT_TRUE(client_.remove(*machine_, {ns, name}, {}).has_value());
  }
  void node_condition(const std::string& name, const std::string& ready) {
    const auto done =
        client_.patch(api::kinds::node(), {"", name},
                      {.body = json::parse_yaml("{status: {conditions: [{type: Ready, status: \"" +
                                                ready + "\", reason: x, message: x}]}}")
                                   ->front()},
                      client::Part::kStatus);
    EXPECT_TRUE(done.has_value());
  }

  client::Object machine(const std::string& name, const std::string& ns = "default") {
    const auto found = client_.get(*machine_, {ns, name});
    return found ? **found : client::Object();
  }
  bool hooked(const std::string& name, const std::string& ns = "default") {
    return has_hook(machine(name, ns));
  }
  void await_hooks(const std::string& name, const std::string& ns = "default") {
    EXPECT_TRUE(wait_until(seconds(60),
                           [&] {
                             const client::Object now = machine(name, ns);
                             return !api::annotation(now, kDrainHook).empty() &&
                                    !api::annotation(now, kDeregisterHook).empty();
                           }))
        << name << " has no hooks";
  }
  void await_release(const std::string& name, const std::string& ns = "default") {
    EXPECT_TRUE(wait_until(seconds(60), [&] { return !hooked(name, ns); }))
        << name << " still has hooks: " << json::write(machine(name, ns));
  }
  std::string await_reason(const std::string& name, const std::string& reason,
                           const char* type = kDetached) {
    std::string message;
    const bool came = wait_until(seconds(60), [&] {
      const client::Object now = machine(name);
      const json::Value* condition = machine_condition(now, type);
      message = condition == nullptr ? "" : condition->at("message").as_string();
      return condition != nullptr && condition->at("reason").as_string() == reason;
    });
    EXPECT_TRUE(came) << name << " is not " << reason << " but " << json::write(machine(name));
    return message;
  }
  // Until the operator has heard of what was changed.
  void await_seen(const std::string& name,
                  const std::function<bool(const SlurmMachine&, const client::Object&)>& wanted) {
    EXPECT_TRUE(wait_until(seconds(60), [&] {
      const client::ObjectPtr now = operator_->fleet().machine({"default", name});
      const auto slurm = now == nullptr ? std::nullopt : operator_->fleet().slurm(*now);
      const client::ObjectPtr config = now ? operator_->fleet().config_of(*now) : nullptr;
      return slurm && wanted(*slurm, config == nullptr ? json::Value::null() : *config);
    })) << name;
  }
  void await_held_class() {
    EXPECT_TRUE(wait_until(seconds(60), [&] {
      const client::Object now = get(*kinds_.node_class, "hpc");
      return now.at("metadata", "finalizers").as_array() == json::Array{kNeededByMachines};
    }));
  }
  std::size_t orders_for(const std::string& node) {
    std::size_t count = 0;
    for (const FakeAgents::Given& given : agents_.orders()) {
      count += given.node == node ? 1 : 0;
    }
    return count;
  }
};

}  // namespace sluice::machines
