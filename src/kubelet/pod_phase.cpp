// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_phase.h"

#include <algorithm>

#include "api/pod_containers.h"

namespace sluice::kubelet {
namespace {

using pod::ContainerState;
using pod::ContainerStatus;
using Statuses = std::vector<ContainerStatus>;

bool succeeded(const ContainerStatus& status) {
  return status.state == ContainerState::kTerminated && status.exit_code == 0;
}

bool has_run(const ContainerStatus& status) {
  return status.state != ContainerState::kWaiting || status.last.has_value();
}

bool is_sidecar(const json::Value& pod, const std::string& name) {
  for (const json::Value& container : pod.at("spec", "initContainers").as_array()) {
    if (container.at("name").as_string() == name) {
      return api::is_sidecar(container);
    }
  }
  return false;
}

// Once a main container has run the pod is initialized for good, whatever its sidecars do.
bool is_initialized(const json::Value& pod, const pod::PodReport& report) {
  const bool begun = std::any_of(report.containers.begin(), report.containers.end(), has_run);
  return begun || std::all_of(report.init_containers.begin(), report.init_containers.end(),
                              [&](const ContainerStatus& status) {
                                return is_sidecar(pod, status.name) ? status.up : succeeded(status);
                              });
}

}  // namespace

std::string_view phase_of(const json::Value& pod, const PodSituation& situation) {
  if (situation.failure) {
    return "Failed";
  }
  if (!situation.report || situation.requeued) {
    return "Pending";
  }
  const pod::PodReport& report = *situation.report;
  const Statuses& containers = report.containers;
  if (report.finished && !situation.unexplained) {
    const bool good = std::all_of(containers.begin(), containers.end(), succeeded);
    return good && report.reason.empty() ? "Succeeded" : "Failed";
  }
  const bool all_begun = std::all_of(containers.begin(), containers.end(), has_run);
  return is_initialized(pod, report) && all_begun ? "Running" : "Pending";
}

}  // namespace sluice::kubelet
