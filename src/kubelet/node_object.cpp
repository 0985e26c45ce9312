// SPDX-License-Identifier: Apache-2.0
#include "kubelet/node_object.h"

#include <sys/utsname.h>

#include <algorithm>

#include "api/meta.h"
#include "base/files.h"
#include "base/text.h"

namespace sluice::kubelet {
namespace {

constexpr int kMaxPods = 10000;
constexpr int kMaxLocalPods = 110;  // as many as a node of Kubernetes has usually

std::string architecture() {
  utsname machine{};
  ::uname(&machine);
  const std::string_view name = machine.machine;
  return name == "x86_64" ? "amd64" : name == "aarch64" ? "arm64" : std::string(name);
}

// "Debian GNU/Linux 12 (bookworm)", from os-release(5).
std::string own_system() {
  const std::string text = read_file("/etc/os-release").value_or("");
  for (const std::string_view line : split(text, '\n')) {
    constexpr std::string_view kName = "PRETTY_NAME=\"";
    if (line.starts_with(kName) && line.ends_with('"')) {
      return std::string(line.substr(kName.size(), line.size() - kName.size() - 1));
    }
  }
  return "Linux";
}

// What somebody else says the node has stays: "example.com/dongle".
json::Value capacity(const json::Value& known, const NodeFacts& facts) {
  const int pods = facts.executor == Executor::kSlurm ? kMaxPods : kMaxLocalPods;
  json::Object result{{"cpu", std::to_string(facts.partition->cpus)},
                      {"memory", std::to_string(facts.partition->memory_mib) + "Mi"},
                      {"pods", std::to_string(pods)}};
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
  const bool slurm = facts.executor == Executor::kSlurm;
  const std::string version = facts.slurm_version.empty() ? "unknown" : facts.slurm_version;
  return json::Object{{"architecture", architecture()},
                      {"operatingSystem", "linux"},
                      {"kernelVersion", std::string(machine.release)},
                      {"osImage", slurm ? "Slurm" : own_system()},
                      {"containerRuntimeVersion", slurm ? "slurm://" + version : "sluice://local"},
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
  labels["kubernetes.io/arch"] = architecture();
  labels["node.kubernetes.io/instance-type"] = to_string(facts.executor);
  labels[kExecutorLabel] = to_string(facts.executor);
  if (facts.partition) {
    labels["sluice.dev/partition"] = facts.partition->name;
  }
  if (facts.executor == Executor::kSlurm) {
    metadata["annotations"][kQueuedResources] = queued(facts);
  }
  node["spec"] = json::Object{};
  if (auto taints = corrected_taints(node, facts)) {
    node["spec"]["taints"] = std::move(*taints);
  }
  return node;
}

std::optional<std::string> queued_resources(const json::Value& node, const NodeFacts& facts) {
  const bool is_wanted = facts.executor == Executor::kSlurm &&
                         api::annotation(node, kQueuedResources) != "none";
  return facts.partition && is_wanted ? std::optional(queued(facts)) : std::nullopt;
}

std::optional<json::Value> corrected_taints(const json::Value& node, const NodeFacts& facts) {
  const json::Value ours = json::Object{
      {"key", kExecutorLabel}, {"value", to_string(facts.executor)}, {"effect", "NoSchedule"}};
  const json::Array& present = node.at("spec", "taints").as_array();
  json::Array wanted = present;
  std::erase(wanted, ours);
  if (facts.reserved) {
    wanted.push_back(ours);
  }
  const bool is_there = std::find(present.begin(), present.end(), ours) != present.end();
  return is_there == facts.reserved ? std::nullopt : std::optional(json::Value(std::move(wanted)));
}

json::Value build_node_status(const json::Value& node, const NodeFacts& facts, WallTime now) {
  json::Value status = node.at("status");
  if (facts.partition) {
    const json::Value total = capacity(node.at("status", "capacity"), facts);
    status["capacity"] = total;
    status["allocatable"] = total;
  }
  set_conditions(status, facts, now);
  status["addresses"] =
      json::Array{json::Object{{"type", "InternalIP"}, {"address", facts.address}},
                  json::Object{{"type", "Hostname"}, {"address", facts.name}}};
  if (facts.port != 0) {
    status["daemonEndpoints"]["kubeletEndpoint"]["Port"] = facts.port;
  }
  if (!facts.slurm_version.empty() || status.find("nodeInfo") == nullptr) {
    status["nodeInfo"] = node_info(facts);
  }
  return status;
}

}  // namespace sluice::kubelet
