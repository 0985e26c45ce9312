// SPDX-License-Identifier: Apache-2.0
#include "nodeapi/usage_report.h"

#include "api/meta.h"
#include "base/timestamp.h"

namespace sluice::nodeapi {
namespace {

struct Sum {
  std::int64_t cpu_nanocores = 0;
  std::int64_t memory_bytes = 0;

  void add(std::int64_t cpu, std::int64_t memory) {
    cpu_nanocores += cpu;
    memory_bytes += memory;
  }
};

json::Object parts_of(const std::string& time, const Sum& sum) {
  return {{"cpu", json::Object{{"time", time}, {"usageNanoCores", sum.cpu_nanocores}}},
          {"memory", json::Object{{"time", time},
                                  {"usageBytes", sum.memory_bytes},
                                  {"workingSetBytes", sum.memory_bytes}}}};
}

Sum sum_of(const client::PodUsage& usage) {
  Sum sum;
  for (const client::ContainerUsage& container : usage.containers) {
    sum.add(container.cpu_nanocores, container.memory_bytes);
  }
  return sum;
}

json::Value pod_summary(const client::Object& pod, const client::PodUsage& usage) {
  const std::string time = format_rfc3339(usage.time);
  json::Array containers;
  for (const client::ContainerUsage& container : usage.containers) {
    json::Object one = parts_of(time, {container.cpu_nanocores, container.memory_bytes});
    one["name"] = container.name;
    containers.push_back(std::move(one));
  }
  json::Object summary = parts_of(time, sum_of(usage));
  summary["podRef"] =
      json::Object{{"name", api::name(pod)}, {"namespace", api::ns(pod)}, {"uid", api::uid(pod)}};
  summary["startTime"] = pod.at("status", "startTime");
  summary["containers"] = std::move(containers);
  return summary;
}

std::string line(std::string_view name, const std::string& labels, std::int64_t value) {
  return std::string(name) + (labels.empty() ? "" : "{" + labels + "}") + " " +
         std::to_string(value) + "\n";
}

std::string label(std::string_view name, const std::string& value) {
  return std::string(name) + "=\"" + value + "\"";
}

std::string header(std::string_view name, std::string_view help) {
  return "# HELP " + std::string(name) + " " + std::string(help) + "\n# TYPE " + std::string(name) +
         " gauge\n";
}

}  // namespace

json::Value summary(const UsageFacts& facts) {
  Sum node;
  json::Array pods;
  for (const client::ObjectPtr& pod : facts.pods) {
    if (const auto usage = facts.usage.usage(*pod)) {
      const Sum sum = sum_of(*usage);
      node.add(sum.cpu_nanocores, sum.memory_bytes);
      pods.push_back(pod_summary(*pod, *usage));
    }
  }
  json::Object whole = parts_of(format_rfc3339(facts.now), node);
  whole["nodeName"] = facts.node_name;
  return json::Object{{"node", std::move(whole)}, {"pods", std::move(pods)}};
}

std::string resource_metrics(const UsageFacts& facts) {
  std::string cpu =
      header("container_cpu_usage_nanocores", "Processor time in use, of a thousand millionth");
  std::string memory =
      header("container_memory_working_set_bytes", "Current working set of the container");
  std::string pod_memory = header("pod_memory_working_set_bytes", "Current working set of the pod");
  Sum node;
  for (const client::ObjectPtr& pod : facts.pods) {
    const auto usage = facts.usage.usage(*pod);
    if (!usage) {
      continue;
    }
    const std::string of_pod =
        label("namespace", api::ns(*pod)) + "," + label("pod", api::name(*pod));
    for (const client::ContainerUsage& container : usage->containers) {
      const std::string labels = label("container", container.name) + "," + of_pod;
      cpu += line("container_cpu_usage_nanocores", labels, container.cpu_nanocores);
      memory += line("container_memory_working_set_bytes", labels, container.memory_bytes);
    }
    const Sum sum = sum_of(*usage);
    pod_memory += line("pod_memory_working_set_bytes", of_pod, sum.memory_bytes);
    node.add(sum.cpu_nanocores, sum.memory_bytes);
  }
  return cpu + memory + pod_memory +
         header("node_memory_working_set_bytes", "Current working set of the node's pods") +
         line("node_memory_working_set_bytes", "", node.memory_bytes);
}

}  // namespace sluice::nodeapi
