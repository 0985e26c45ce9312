// SPDX-License-Identifier: Apache-2.0
#include "agent/machine_node.h"

#include <algorithm>
#include <array>

#include "api/meta.h"
#include "api/taint.h"
#include "base/this_system.h"

namespace sluice::agent {
namespace {

constexpr const char* kTaint = "sluice.dev/machine";

// Cluster API's core takes it off when it has brought the Machine's labels over.
constexpr const char* kUninitialized = "node.cluster.x-k8s.io/uninitialized";

// It has no pods, which an autoscaler would take for a reason to remove it.
constexpr const char* kKeep = "cluster-autoscaler.kubernetes.io/scale-down-disabled";

constexpr const char* kVirtual = "type";  // some daemon sets keep away from those
constexpr const char* kServicesReady = "ServicesReady";
constexpr const char* kServicesNotReady = "ServicesNotReady";

constexpr const char* kFirstReady = "sluice.dev/first-ready";  // machines/times.cpp reads it

// Its value is everybody's to change.
constexpr const char* kPool = "sluice.dev/pool";

json::Object wanted_labels(const Config& config) {
  json::Object labels{{"kubernetes.io/hostname", config.node},
                      {"kubernetes.io/os", "linux"},
                      {"kubernetes.io/arch", system_architecture()},
                      {kVirtual, "virtual-kubelet"},
                      {kTaint, config.role}};
  for (const json::Member& label : config.node_spec.at("labels").as_object()) {
    labels[label.key] = label.value;
  }
  return labels;
}

json::Array wanted_taints(const Config& config) {
  json::Array taints{closing_taint(config)};
  for (const json::Value& other : config.node_spec.at("taints").as_array()) {
    taints.push_back(other);
  }
  return taints;
}

// Zero pods, so that no scheduler can be persuaded.
json::Value resources() {
  return json::Object{{"cpu", std::to_string(system_cpus())},
                      {"memory", std::to_string(system_memory_mib()) + "Mi"},
                      {"pods", "0"}};
}

std::string lacking(const std::vector<ServiceReport>& services) {
  std::string text;
  for (const ServiceReport& service : services) {
    if (service.state != ServiceState::kReady) {
      text += (text.empty() ? "" : "; ") + service.name + " is " +
              std::string(to_string(service.state)) +
              (service.why.empty() ? "" : ", " + service.why);
    }
  }
  return text;
}

}  // namespace

json::Value build_node(const Config& config) {
  json::Value node = json::Object{{"apiVersion", "v1"}, {"kind", "Node"}};
  node["metadata"] = json::Object{{"name", config.node},
                                  {"labels", wanted_labels(config)},
                                  {"annotations", json::Object{{kKeep, "true"}}}};
  if (!config.pool.empty()) {
    node["metadata"]["labels"][kPool] = config.pool;
  }
  json::Array taints = wanted_taints(config);
  if (config.follows.name.empty()) {  // else nobody would take it off
    taints.push_back(api::taint(kUninitialized, "", "NoSchedule"));
  }
  node["spec"] = json::Object{{"taints", std::move(taints)}};
  if (const std::string& id = config.node_spec.at("providerID").as_string(); !id.empty()) {
    node["spec"]["providerID"] = id;
  }
  return node;
}

std::string whose_node(const json::Value& node, const Config& config) {
  struct Mark {
    const char* name;
    const std::string& theirs;
    const std::string& ours;
  };
  constexpr const char* kUuid = "metal3.io/uuid";
  // All that tells two machines of one host name apart where Cluster API has made neither.
  constexpr const char* kCluster = "sluice.dev/slurm-cluster";
  constexpr const char* kClusterNamespace = "sluice.dev/slurm-cluster-namespace";
  constexpr const char* kMachine = "cluster.x-k8s.io/machine";
  constexpr const char* kNamespace = "cluster.x-k8s.io/cluster-namespace";
  const auto label = [&](const char* name) {
    return Mark{name, api::label(node, name), config.node_spec.at("labels").at(name).as_string()};
  };
  const std::array marks{
      Mark{"spec.providerID", node.at("spec", "providerID").as_string(),
           config.node_spec.at("providerID").as_string()},
      label(kUuid),
      Mark{kMachine, api::annotation(node, kMachine), config.machine.name},
      Mark{kNamespace, api::annotation(node, kNamespace), config.machine.ns},
      label(kCluster), label(kClusterNamespace)};
  for (const Mark& mark : marks) {
    if (!mark.theirs.empty() && !mark.ours.empty() && mark.theirs != mark.ours) {
      return "the Node " + config.node + " belongs to another machine: its " + mark.name +
             " is \"" + mark.theirs + "\", expected \"" + mark.ours +
             "\"; delete it, or give this machine another host name";
    }
  }
  return "";
}

std::optional<json::Value> node_patch(const json::Value& node, const Config& config) {
  json::Value patch;
  for (const json::Member& label : wanted_labels(config)) {
    if (node.at("metadata", "labels").at(label.key) != label.value) {
      patch["metadata"]["labels"][label.key] = label.value;
    }
  }
  const std::string& id = config.node_spec.at("providerID").as_string();
  if (!id.empty() && node.at("spec", "providerID").as_string().empty()) {
    patch["spec"]["providerID"] = id;
  }
  json::Array taints = node.at("spec", "taints").as_array();
  const std::size_t before = taints.size();
  for (const json::Value& wanted : wanted_taints(config)) {
    const bool there = std::any_of(taints.begin(), taints.end(), [&](const json::Value& taint) {
      return taint.at("key") == wanted.at("key") && taint.at("effect") == wanted.at("effect");
    });
    if (!there) {
      taints.push_back(wanted);
    }
  }
  if (taints.size() != before) {
    patch["spec"]["taints"] = std::move(taints);
    // Others change taints as well: who comes second has to look again.
    patch["metadata"]["resourceVersion"] = node.at("metadata", "resourceVersion");
  }
  return patch.is_null() ? std::nullopt : std::optional(std::move(patch));
}

json::Value closing_taint(const Config& config) {
  return api::taint(kTaint, config.role, "NoSchedule");
}

bool is_closed(const json::Value& node) {
  const json::Array& taints = node.at("spec", "taints").as_array();
  return std::any_of(taints.begin(), taints.end(), [](const json::Value& taint) {
    return taint.at("key").as_string() == kTaint;
  });
}

bool is_ready_by_kubelet(const json::Value& node) {
  const json::Value* ready = api::condition(node, "Ready");
  return ready != nullptr && ready->at("status").as_string() == "True" &&
         ready->at("reason").as_string() != kServicesReady;
}

std::optional<json::Value> opening_patch(const json::Value& node) {
  if (!is_closed(node)) {
    return std::nullopt;
  }
  json::Array taints;
  for (const json::Value& taint : node.at("spec", "taints").as_array()) {
    if (taint.at("key").as_string() != kTaint) {
      taints.push_back(taint);
    }
  }
  return json::Object{
      {"metadata", json::Object{{"labels", json::Object{{kVirtual, nullptr}}},
                                {"resourceVersion", node.at("metadata", "resourceVersion")}}},
      {"spec", json::Object{{"taints", std::move(taints)}}}};
}

std::optional<json::Value> first_ready_patch(const json::Value& node) {
  const json::Value* ready = api::condition(node, "Ready");
  if (ready == nullptr || ready->at("status").as_string() != "True" ||
      ready->at("reason").as_string() != kServicesReady ||
      !api::annotation(node, kFirstReady).empty()) {
    return std::nullopt;
  }
  return json::Object{
      {"metadata", json::Object{{"annotations",
                                 json::Object{{kFirstReady, ready->at("lastTransitionTime")}}}}}};
}

json::Value build_node_status(const json::Value& node, const Config& config,
                              const MachineReport& machine, WallTime now) {
  json::Value status = node.at("status");
  status["capacity"] = resources();
  status["allocatable"] = resources();
  std::string lack = lacking(machine.services);
  if (!config.follows.name.empty()) {
    const bool wrong = !machine.services_fault.empty();
    const bool waits = !machine.services_wait.empty();
    api::set_condition(status,
                       {.type = "ServicesKnown",
                        .status = wrong || waits ? "False" : "True",
                        .reason = !machine.declared ? "NothingDeclared"
                                  : wrong           ? "NotTaken"
                                  : waits           ? "WaitsForTurn"
                                                    : "Followed",
                        .message = wrong   ? machine.services_fault
                                   : waits ? machine.services_wait
                                           : "it runs what is declared"},
                       now);
    const bool there = machine.pool_wait.empty();
    api::set_condition(status,
                       {.type = "InPool",
                        .status = there ? "True" : "False",
                        .reason = there ? "AsWanted" : "Moving",
                        .message = machine.pool_wait},
                       now);
    if (machine.services.empty()) {
      lack = "nothing is declared yet by NodeServices " + api::to_string(config.follows);
    }
  }
  api::set_condition(status,
                     {.type = "Ready",
                      .status = lack.empty() ? "True" : "False",
                      .reason = lack.empty() ? kServicesReady : kServicesNotReady,
                      .message = lack.empty() ? "all services are ready" : lack},
                     now);
  if (config.listen) {
    const bool open = machine.door_fault.empty();
    api::set_condition(status,
                       {.type = "TakesOrders",
                        .status = open ? "True" : "False",
                        .reason = open ? "Listening" : "NotTrusted",
                        .message = open ? "the agent takes orders" : machine.door_fault},
                       now);
  }
  for (const std::string_view type : {"MemoryPressure", "DiskPressure", "PIDPressure"}) {
    api::set_condition(status,
                       {.type = type,
                        .status = "False",
                        .reason = "NoPods",
                        .message = "the machine takes no pods"},
                       now);
  }
  status["addresses"] =
      json::Array{json::Object{{"type", "InternalIP"}, {"address", machine.address}},
                  json::Object{{"type", "Hostname"}, {"address", config.node}}};
  // There is no kubelet: its version is what Cluster API expects of the machine, if anything.
  status["nodeInfo"] =
      json::Object{{"architecture", system_architecture()},
                   {"operatingSystem", "linux"},
                   {"kernelVersion", kernel_release()},
                   {"osImage", system_name()},
                   {"containerRuntimeVersion", "none://"},
                   {"kubeletVersion", config.node_spec.at("kubeletVersion").as_string()},
                   {"kubeProxyVersion", ""},
                   {"bootID", ""},
                   {"machineID", ""},
                   {"systemUUID", ""}};
  return status;
}

}  // namespace sluice::agent
