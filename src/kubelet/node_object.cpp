// SPDX-License-Identifier: Apache-2.0
#include "kubelet/node_object.h"

#include <algorithm>

#include "api/label_syntax.h"
#include "api/meta.h"
#include "api/taint.h"
#include "api/version.h"
#include "base/this_system.h"
#include "kubelet/gres_names.h"

namespace sluice::kubelet {
namespace {

constexpr int kMaxPods = 10000;
constexpr int kMaxLocalPods = 110;  // as many as a node of Kubernetes has usually
constexpr std::string_view kRetired = "sluice.dev/retired";
constexpr std::string_view kPartitionDown = "sluice.dev/partition-down";

bool is_ours(const std::string& resource) {
  return resource.find('/') == std::string::npos || gres_of_resource(resource).has_value();
}

// What somebody else says the node has stays: "example.com/dongle".
json::Value resources(const json::Value& known, const NodeFacts& facts,
                      const slurm::Amounts& amounts) {
  const int pods = facts.executor == Executor::kSlurm ? kMaxPods : kMaxLocalPods;
  json::Object result{{"cpu", std::to_string(amounts.cpus)},
                      {"memory", std::to_string(amounts.memory_mib) + "Mi"},
                      {"pods", std::to_string(pods)}};
  for (const auto& [name, count] : resources_of_gres(amounts.gres)) {
    result[name] = std::to_string(count);
  }
  for (const json::Member& member : known.as_object()) {
    if (!is_ours(member.key)) {
      result[member.key] = member.value;
    }
  }
  return result;
}

// Down and drained machines take their resources with them, those without any left show as none.
slurm::Amounts usable(const slurm::Partition& partition) {
  slurm::Amounts amounts = partition.usable;
  for (const auto& [name, count] : partition.all.gres) {
    amounts.gres.try_emplace(name, 0);
  }
  return amounts;
}

std::string limited(const char* resource, std::int64_t most, const char* unit) {
  return most <= 0 ? resource : std::string(resource) + "=" + std::to_string(most) + unit;
}

// Generic resources of other partitions are named as well, with zero: a pod may ask for those
// where it goes elsewhere.
std::string queued(const NodeFacts& facts) {
  const slurm::Partition partition = facts.partition.value_or(slurm::Partition{});
  std::string text = limited("cpu", partition.per_node.cpus, "") + "," +
                     limited("memory", partition.per_node.memory_mib, "Mi") +
                     ",ephemeral-storage,pods";
  slurm::Gres most = partition.per_node.gres;
  for (const std::string& name : facts.gres) {
    most.try_emplace(name, 0);
  }
  for (const auto& [name, count] : resources_of_gres(most)) {
    text += "," + name + "=" + std::to_string(count);
  }
  return text;
}

std::string partition_label(const NodeFacts& facts) {
  const bool for_all = facts.partition_name.empty() && facts.partition;
  const std::string& name = for_all ? facts.partition->name : facts.partition_name;
  return api::label_value_fault(name).empty() ? name : "";
}

// Which taints of ours the node should have.
json::Array wanted_taints(const NodeFacts& facts) {
  json::Array taints;
  if (facts.reserved) {
    taints.push_back(api::taint(kExecutorLabel, to_string(facts.executor), "NoSchedule"));
  }
  if (facts.retired) {
    taints.push_back(api::taint(kRetired, "", "NoSchedule"));
  } else if (!facts.partition_name.empty()) {
    if (!facts.preferred) {
      taints.push_back(api::taint(kPartitionLabel, partition_label(facts), "PreferNoSchedule"));
    }
    if (facts.partition && !facts.partition->up) {
      taints.push_back(api::taint(kPartitionDown, "", "NoSchedule"));
    }
  }
  return taints;
}

bool is_our_taint(const json::Value& taint) {
  const std::string& key = taint.at("key").as_string();
  return key == kRetired || key == kPartitionDown || key == kPartitionLabel ||
         key == kExecutorLabel;
}

// Nothing: the node has just those.
std::optional<json::Array> new_taints(const json::Value& node, const NodeFacts& facts) {
  json::Array others;
  json::Array ours;
  for (const json::Value& taint : node.at("spec", "taints").as_array()) {
    (is_our_taint(taint) ? ours : others).push_back(taint);
  }
  json::Array wanted = wanted_taints(facts);
  if (ours.size() == wanted.size() &&
      std::is_permutation(ours.begin(), ours.end(), wanted.begin())) {
    return std::nullopt;
  }
  others.insert(others.end(), wanted.begin(), wanted.end());
  return others;
}

json::Value node_info(const NodeFacts& facts) {
  const bool slurm = facts.executor == Executor::kSlurm;
  const std::string version = facts.slurm_version.empty() ? "unknown" : facts.slurm_version;
  return json::Object{{"architecture", system_architecture()},
                      {"operatingSystem", "linux"},
                      {"kernelVersion", kernel_release()},
                      {"osImage", slurm ? "Slurm" : system_name()},
                      {"containerRuntimeVersion", slurm ? "slurm://" + version : "sluice://local"},
                      {"kubeletVersion", api::kVersion},
                      {"kubeProxyVersion", ""},
                      {"bootID", ""},
                      {"machineID", ""},
                      {"systemUUID", ""}};
}

void set_conditions(json::Value& status, const NodeFacts& facts, WallTime now) {
  if (facts.outage) {
    api::set_condition(status, {"Ready", "False", "SlurmUnavailable", facts.outage->message}, now);
  } else {
    const bool slurm = facts.executor == Executor::kSlurm;
    api::set_condition(status,
                       {"Ready", "True", "KubeletReady",
                        slurm ? "slurmctld answers" : "pods run on this machine, without Slurm"},
                       now);
  }
  for (const std::string_view type : {"MemoryPressure", "DiskPressure", "PIDPressure"}) {
    api::set_condition(status,
                       facts.executor == Executor::kSlurm
                           ? api::ConditionUpdate{type, "False", "SlurmDecides",
                                                  "Slurm starts a pod only where it fits"}
                           : api::ConditionUpdate{type, "False", "NotMeasured",
                                                  "the scheduler counts what pods ask for"},
                       now);
  }
}

}  // namespace

Result<slurm::Partition> choose_partition(const std::vector<slurm::Partition>& partitions,
                                          const std::string& name) {
  const auto chosen =
      std::find_if(partitions.begin(), partitions.end(), [&](const slurm::Partition& partition) {
        return name.empty() ? partition.is_default : partition.name == name;
      });
  if (chosen != partitions.end()) {
    return *chosen;
  }
  if (name.empty() && !partitions.empty()) {
    return partitions.front();
  }
  std::string known;
  for (const slurm::Partition& partition : partitions) {
    known += (known.empty() ? "" : ", ") + partition.name;
  }
  return fail(Code::kNotFound, "Slurm has no partition \"" + name +
                                   "\"; it has: " + (known.empty() ? "none" : known));
}

json::Value build_node(const NodeFacts& facts) {
  json::Value node = json::Object{{"apiVersion", "v1"}, {"kind", "Node"}};
  json::Value& metadata = node["metadata"];
  metadata["name"] = facts.name;
  json::Value& labels = metadata["labels"];
  labels["kubernetes.io/hostname"] = facts.name;
  labels["kubernetes.io/os"] = "linux";
  labels["kubernetes.io/arch"] = system_architecture();
  labels["node.kubernetes.io/instance-type"] = to_string(facts.executor);
  labels[kExecutorLabel] = to_string(facts.executor);
  labels[kKubeletLabel] = facts.kubelet;
  if (const std::string partition = partition_label(facts); !partition.empty()) {
    labels[kPartitionLabel] = partition;
  }
  if (facts.executor == Executor::kSlurm) {
    metadata["annotations"][kQueuedResources] = queued(facts);
  }
  node["spec"] = json::Object{};
  if (json::Array taints = wanted_taints(facts); !taints.empty()) {
    node["spec"]["taints"] = std::move(taints);
  }
  return node;
}

std::optional<json::Value> node_patch(const json::Value& node, const NodeFacts& facts) {
  json::Value patch;
  const std::string partition = partition_label(facts);
  if (!partition.empty() && api::label(node, kPartitionLabel) != partition) {
    patch["metadata"]["labels"][kPartitionLabel] = partition;
  }
  if (api::label(node, kKubeletLabel) != facts.kubelet) {
    patch["metadata"]["labels"][kKubeletLabel] = facts.kubelet;
  }
  const std::string& shown = api::annotation(node, kQueuedResources);
  const bool is_queued = facts.executor == Executor::kSlurm && facts.partition && shown != "none";
  if (std::string wanted = queued(facts); is_queued && shown != wanted) {
    patch["metadata"]["annotations"][kQueuedResources] = std::move(wanted);
  }
  const bool is_known = facts.partition || facts.retired;
  if (auto taints = is_known ? new_taints(node, facts) : std::nullopt) {
    patch["spec"]["taints"] = std::move(*taints);
    // Others change taints as well: who comes second has to look again.
    patch["metadata"]["resourceVersion"] = node.at("metadata", "resourceVersion");
  }
  return patch.is_null() ? std::nullopt : std::optional(std::move(patch));
}

bool is_marked_retired(const json::Value& node) {
  const json::Array& taints = node.at("spec", "taints").as_array();
  return std::any_of(taints.begin(), taints.end(), [](const json::Value& taint) {
    return taint.at("key").as_string() == kRetired;
  });
}

json::Value build_node_status(const json::Value& node, const NodeFacts& facts, WallTime now) {
  json::Value status = node.at("status");
  if (facts.partition) {
    const json::Value& known = node.at("status", "capacity");
    status["capacity"] = resources(known, facts, facts.partition->all);
    status["allocatable"] = resources(known, facts, usable(*facts.partition));
  }
  set_conditions(status, facts, now);
  json::Array addresses{json::Object{{"type", "InternalIP"}, {"address", facts.address}}};
  if (facts.port == 0) {
    addresses.push_back(json::Object{{"type", "Hostname"}, {"address", facts.name}});
  } else {
    // kube-apiserver would try the host name first, and a virtual node's is known to no resolver.
    status["daemonEndpoints"]["kubeletEndpoint"]["Port"] = facts.port;
  }
  status["addresses"] = std::move(addresses);
  if (!facts.slurm_version.empty() || status.find("nodeInfo") == nullptr) {
    status["nodeInfo"] = node_info(facts);
  }
  return status;
}

}  // namespace sluice::kubelet
