// SPDX-License-Identifier: Apache-2.0
#include "kubelet/node_object.h"

#include <sys/utsname.h>

#include <algorithm>

#include "api/meta.h"

namespace sluice::kubelet {
namespace {

constexpr int kMaxPods = 10000;

std::string architecture() {
  utsname machine{};
  ::uname(&machine);
  const std::string_view name = machine.machine;
  return name == "x86_64" ? "amd64" : name == "aarch64" ? "arm64" : std::string(name);
}

json::Value capacity(const slurm::Partition& partition) {
  return json::Object{{"cpu", std::to_string(partition.cpus)},
                      {"memory", std::to_string(partition.memory_mib) + "Mi"},
                      {"pods", std::to_string(kMaxPods)}};
}

json::Value node_info(const NodeFacts& facts) {
  utsname machine{};
  ::uname(&machine);
  const std::string runtime =
      "slurm://" + (facts.slurm_version.empty() ? "unknown" : facts.slurm_version);
  return json::Object{{"architecture", architecture()},
                      {"operatingSystem", "linux"},
                      {"kernelVersion", std::string(machine.release)},
                      {"osImage", "Slurm"},
                      {"containerRuntimeVersion", runtime},
                      {"kubeletVersion", kKubeletVersion},
                      {"kubeProxyVersion", ""},
                      {"bootID", ""},
                      {"machineID", ""},
                      {"systemUUID", ""}};
}

void set_conditions(json::Value& status, const NodeFacts& facts, WallTime now) {
  if (facts.outage) {
    api::set_condition(status, {"Ready", "False", "SlurmUnavailable", facts.outage->message}, now);
  } else {
    api::set_condition(status, {"Ready", "True", "KubeletReady", "slurmctld answers"}, now);
  }
  for (const std::string_view type : {"MemoryPressure", "DiskPressure", "PIDPressure"}) {
    api::set_condition(
        status, {type, "False", "SlurmDecides", "Slurm starts a pod only where it fits"}, now);
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
  labels["kubernetes.io/arch"] = architecture();
  labels["node.kubernetes.io/instance-type"] = "slurm";
  if (facts.partition) {
    labels["sluice.dev/partition"] = facts.partition->name;
  }
  node["spec"] = json::Object{};
  return node;
}

json::Value build_node_status(const json::Value& node, const NodeFacts& facts, WallTime now) {
  json::Value status = node.at("status");
  if (facts.partition) {
    status["capacity"] = capacity(*facts.partition);
    status["allocatable"] = capacity(*facts.partition);
  }
  set_conditions(status, facts, now);
  status["addresses"] =
      json::Array{json::Object{{"type", "InternalIP"}, {"address", facts.address}},
                  json::Object{{"type", "Hostname"}, {"address", facts.name}}};
  if (!facts.slurm_version.empty() || status.find("nodeInfo") == nullptr) {
    status["nodeInfo"] = node_info(facts);
  }
  return status;
}

}  // namespace sluice::kubelet
