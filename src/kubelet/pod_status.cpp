// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_status.h"

#include "base/timestamp.h"
#include "kubelet/container_status.h"
#include "kubelet/pod_conditions.h"
#include "kubelet/pod_phase.h"

namespace sluice::kubelet {
namespace {

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
  const std::string_view phase = phase_of(pod, situation);
  status["phase"] = phase;
  if (pod.at("metadata", "generation").is_int()) {
    status["observedGeneration"] = pod.at("metadata", "generation").as_int();
  }
  if (!status.at("startTime").is_string()) {
    status["startTime"] = format_rfc3339(now);
  }
  ContainerStatuses containers = container_statuses(pod, situation);
  status["containerStatuses"] = std::move(containers.main);
  if (!containers.init.as_array().empty()) {
    status["initContainerStatuses"] = std::move(containers.init);
  }
  if (!containers.ephemeral.as_array().empty()) {
    status["ephemeralContainerStatuses"] = std::move(containers.ephemeral);
  }
  const bool over = phase == "Succeeded" || phase == "Failed";
  set_conditions(pod, status, situation.report && !over, now);
  set_explanation(status, situation);
  set_addresses(status, situation);
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
