// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_usage.h"

namespace sluice::kubelet {

std::optional<client::PodUsage> usage_of(const pod::PodReport& report) {
  client::PodUsage sum;
  for (const pod::ContainerStatus& container : report.containers) {
    if (container.state != pod::ContainerState::kRunning) {
      continue;
    }
    if (!container.usage) {
      return std::nullopt;
    }
    if (sum.containers.empty() || container.usage->time < sum.time) {
      sum.time = container.usage->time;
      sum.window = container.usage->window;
    }
    sum.containers.push_back(
        {container.name, container.usage->cpu_nanocores, container.usage->memory_bytes});
  }
  return sum.containers.empty() ? std::nullopt : std::optional(std::move(sum));
}

std::optional<client::PodUsage> PodUsage::usage(const client::Object& pod) const {
  const std::string& uid = api::uid(pod);
  const std::int64_t newest = files_.newest(uid);
  const auto report = newest == 0 ? std::nullopt : files_.read_report({uid, newest});
  return report ? usage_of(*report) : std::nullopt;
}

}  // namespace sluice::kubelet
