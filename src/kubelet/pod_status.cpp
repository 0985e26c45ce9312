// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_status.h"

#include "base/timestamp.h"
#include "kubelet/container_status.h"
#include "kubelet/job_view.h"
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
  } else if (situation.report && !situation.report->reason.empty()) {
    reason = situation.report->reason;
    message = situation.report->message;
  } else if (situation.job && situation.job->state == slurm::JobState::kSuspended) {
    reason = kSuspended;
    message = describe_job(situation.job->id, situation.job);
  } else if (situation.job_id && (!situation.report || situation.requeued) && !situation.waiting) {
    reason = queue_reason(situation.job);
    message = reason.empty() ? "" : describe_job(*situation.job_id, situation.job);
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

// How Slurm's side of it is.
void set_job_condition(const json::Value& pod, json::Value& status, const PodSituation& situation,
                       WallTime now) {
  if (!situation.job) {
    return;
  }
  JobCondition condition = job_condition(*situation.job);
  const bool over =
      status.at("phase").as_string() == "Succeeded" || status.at("phase").as_string() == "Failed";
  if (over && !slurm::is_final(situation.job->state)) {
    // It ends with its pod, and nobody waits for that.
    condition = {
        "False", "PodCompleted",
        job_title(*situation.job) +
            (situation.job->nodes.empty() ? std::string() : " ran on " + situation.job->nodes)};
  }
  set_pod_condition(pod, status,
                    {kJobCondition, condition.status, condition.reason, condition.message}, now);
}

// Only where there is something to say, and afterwards that it is not so any more.
void set_limit_condition(const json::Value& pod, json::Value& status, const PodSituation& situation,
                         WallTime now) {
  const bool near = situation.report && situation.report->limit_near;
  if (near || api::condition(pod, kLimitCondition) != nullptr) {
    set_pod_condition(pod, status,
                      {kLimitCondition, near ? "True" : "False", near ? "TimeLimitNear" : "",
                       near ? "the time limit of the pod's job is near" : ""},
                      now);
  }
}

void set_disruption(const json::Value& pod, json::Value& status, const PodSituation& situation,
                    WallTime now) {
  if (situation.failure && situation.failure->disruption) {
    set_pod_condition(
        pod, status,
        {"DisruptionTarget", "True", "TerminationByKubelet", situation.failure->message}, now);
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
  set_conditions(pod, status, situation.report && !situation.requeued && !over, now);
  set_job_condition(pod, status, situation, now);
  set_limit_condition(pod, status, situation, now);
  set_disruption(pod, status, situation, now);
  set_explanation(status, situation);
  set_addresses(status, situation);
  return status;
}

bool is_terminal(const json::Value& pod) {
  const std::string& phase = pod.at("status", "phase").as_string();
  return phase == "Succeeded" || phase == "Failed";
}

}  // namespace sluice::kubelet
