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

// What somebody else says the node has stays: "example.com/dongle".
json::Value capacity(const json::Value& known, const slurm::Partition& partition) {
  json::Object result{{"cpu", std::to_string(partition.cpus)},
                      {"memory", std::to_string(partition.memory_mib) + "Mi"},
                      {"pods", std::to_string(kMaxPods)}};
  for (const json::Member& member : known.as_object()) {
    if (member.key.find('/') != std::string::npos) {
      result[member.key] = member.value;
    }
  }
  return result;
}

std::string limited(const char* resource, std::int64_t most, const char* unit) {
  return most <= 0 ? resource : std::string(resource) + "=" + std::to_string(most) + unit;
}

std::string queued(const NodeFacts& facts) {
  const slurm::Partition partition = facts.partition.value_or(slurm::Partition{});
  return limited("cpu", partition.max_cpus_per_node, "") + "," +
         limited("memory", partition.max_memory_mib_per_node, "Mi") + ",ephemeral-storage,pods";
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
  metadata["annotations"][kQueuedResources] = queued(facts);
  node["spec"] = json::Object{};
  return node;
}

std::optional<std::string> queued_resources(const json::Value& node, const NodeFacts& facts) {
  const bool is_wanted = api::annotation(node, kQueuedResources) != "none";
  return facts.partition && is_wanted ? std::optional(queued(facts)) : std::nullopt;
}

json::Value build_node_status(const json::Value& node, const NodeFacts& facts, WallTime now) {
  json::Value status = node.at("status");
  if (facts.partition) {
    const json::Value total = capacity(node.at("status", "capacity"), *facts.partition);
    status["capacity"] = total;
    status["allocatable"] = total;
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
