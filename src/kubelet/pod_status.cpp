// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_status.h"

#include <algorithm>

#include "api/meta.h"
#include "base/timestamp.h"
#include "kubelet/container_status.h"

namespace sluice::kubelet {
namespace {

using pod::ContainerState;
using pod::ContainerStatus;
using Statuses = std::vector<ContainerStatus>;

bool all_succeeded(const Statuses& statuses) {
  return std::all_of(statuses.begin(), statuses.end(), [](const ContainerStatus& status) {
    return status.state == ContainerState::kTerminated && status.exit_code == 0;
  });
}

bool any_started(const Statuses& statuses) {
  return std::any_of(statuses.begin(), statuses.end(), [](const ContainerStatus& status) {
    return status.state != ContainerState::kWaiting || status.last.has_value();
  });
}

std::string_view phase_of(const PodSituation& situation) {
  if (situation.failure) {
    return "Failed";
  }
  if (!situation.report) {
    return "Pending";
  }
  const pod::PodReport& report = *situation.report;
  if (report.finished) {
    return all_succeeded(report.containers) && report.reason.empty() ? "Succeeded" : "Failed";
  }
  return any_started(report.containers) ? "Running" : "Pending";
}

struct Readiness {
  bool sandbox = false;  // the runner works on the pod
  bool initialized = false;
  bool ready = false;
  std::string_view reason;  // why not ready
};

Readiness readiness(const json::Value& pod, const PodSituation& situation, std::string_view phase) {
  Readiness result;
  const bool over = phase == "Succeeded" || phase == "Failed";
  const bool no_init = pod.at("spec", "initContainers").as_array().empty();
  result.initialized = no_init;
  if (situation.report) {
    const pod::PodReport& report = *situation.report;
    result.initialized = no_init || all_succeeded(report.init_containers);
    result.ready =
        phase == "Running" && std::all_of(report.containers.begin(), report.containers.end(),
                                          [](const ContainerStatus& status) {
                                            return status.state == ContainerState::kRunning;
                                          });
    result.sandbox = !over;
  }
  if (!result.ready) {
    result.reason = phase == "Succeeded" ? "PodCompleted"
                    : phase == "Failed"  ? "PodFailed"
                                         : "ContainersNotReady";
  }
  return result;
}

void set_conditions(json::Value& status, const Readiness& ready, std::string_view phase,
                    WallTime now) {
  const auto set = [&](std::string_view type, bool good, std::string_view reason) {
    api::set_condition(status, {type, good ? "True" : "False", good ? "" : reason, ""}, now);
  };
  set("PodReadyToStartContainers", ready.sandbox, "");
  if (phase == "Succeeded") {
    api::set_condition(status, {"Initialized", "True", "PodCompleted", ""}, now);
  } else {
    set("Initialized", ready.initialized, "ContainersNotInitialized");
  }
  set("Ready", ready.ready, ready.reason);
  set("ContainersReady", ready.ready, ready.reason);
  set("PodScheduled", true, "");
}

void set_or_erase(json::Value& status, std::string_view name, const std::string& text) {
  if (text.empty()) {
    status.erase(name);
  } else {
    status[name] = text;
  }
}

void set_explanation(json::Value& status, const PodSituation& situation) {
  std::string reason;
  std::string message;
  if (situation.failure) {
    reason = situation.failure->reason;
    message = situation.failure->message;
  } else if (situation.report) {
    reason = situation.report->reason;
    message = situation.report->message;
  }
  set_or_erase(status, "reason", reason);
  set_or_erase(status, "message", message);
}

void set_addresses(json::Value& status, const PodSituation& situation) {
  if (!situation.report || situation.report->host_ip.empty()) {
    return;
  }
  const std::string& address = situation.report->host_ip;
  for (const char* name : {"hostIP", "podIP"}) {
    status[name] = address;
    status[std::string(name) + "s"] = json::Array{json::Object{{"ip", address}}};
  }
}

}  // namespace

json::Value build_status(const json::Value& pod, const PodSituation& situation, WallTime now) {
  json::Value status = pod.at("status");
  const std::string_view phase = phase_of(situation);
  status["phase"] = phase;
  if (!status.at("startTime").is_string()) {
    status["startTime"] = format_rfc3339(now);
  }
  set_conditions(status, readiness(pod, situation, phase), phase, now);
  set_explanation(status, situation);
  set_addresses(status, situation);
  const ContainerStatuses containers = container_statuses(pod, situation);
  status["containerStatuses"] = containers.main;
  if (!containers.init.as_array().empty()) {
    status["initContainerStatuses"] = containers.init;
  }
  return status;
}

std::string describe_job(slurm::JobId id, const std::optional<slurm::Job>& job) {
  std::string text = "Slurm job " + std::to_string(id);
  if (!job) {
    return text + " was submitted";
  }
  text += " is " + std::string(slurm::to_string(job->state));
  if (job->state != slurm::JobState::kPending) {
    return text;
  }
  if (!job->reason.empty()) {
    text += " (" + job->reason + ")";
  }
  if (job->expected_start) {
    text += ", expected start " + format_rfc3339(*job->expected_start);
  }
  return text;
}

bool is_terminal(const json::Value& pod) {
  const std::string& phase = pod.at("status", "phase").as_string();
  return phase == "Succeeded" || phase == "Failed";
}

}  // namespace sluice::kubelet
