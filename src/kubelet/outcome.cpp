// SPDX-License-Identifier: Apache-2.0
#include "kubelet/outcome.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace sluice::kubelet {
namespace {

using slurm::JobState;

// Words of Slurm's refusals that are about what the cluster has now, not about how it was asked.
constexpr std::array<std::string_view, 9> kAboutResources{"configuration is not available",
                                                          "nodes are busy",
                                                          "exceed",
                                                          "violates",
                                                          "limit",
                                                          "more processors",
                                                          "memory",
                                                          "qos",
                                                          "try again"};

// Slurm's own word for it, unless the exit code says it better.
std::string details(const slurm::Job& job) {
  if (job.state == JobState::kFailed && job.signal != 0) {
    return " (signal " + std::to_string(job.signal) + ")";
  }
  if (job.state == JobState::kFailed && job.exit_code != 0) {
    return " (exit code " + std::to_string(job.exit_code) + ")";
  }
  return job.reason.empty() || job.reason == "None" ? "" : " (" + job.reason + ")";
}

std::string job_sentence(const slurm::Job& job) {
  const std::string text = "Slurm job " + std::to_string(job.id);
  if (!slurm::is_final(job.state)) {
    return text + " could not be launched" + details(job);
  }
  return text + " ended in state " + std::string(slurm::to_string(job.state)) + details(job);
}

std::string reason_of(JobState state) {
  switch (state) {
    case JobState::kCancelled:
      return "Cancelled";
    case JobState::kTimeout:
    case JobState::kDeadline:
      return "DeadlineExceeded";
    case JobState::kOutOfMemory:
      return "OOMKilled";
    case JobState::kNodeFail:
    case JobState::kBootFail:
      return "NodeLost";
    case JobState::kPreempted:
      return "Preempted";
    default:
      return "JobLost";
  }
}

}  // namespace

PodFailure failure_of_lost_runner(const std::optional<slurm::Job>& job) {
  if (job && !job->batch && !slurm::is_final(job->state)) {
    return {.reason = "JobLost",
            .message = "the pod's runner stopped reporting though Slurm job " +
                       std::to_string(job->id) + " goes on"};
  }
  if (!job || !slurm::is_final(job->state)) {
    return {.reason = "JobLost",
            .message = "the pod's runner stopped reporting and slurmctld does not know its job"};
  }
  // A job whose second run found the pod already claimed was requeued after losing its node.
  const bool requeued = job->state == JobState::kFailed && job->exit_code == 75;
  PodFailure failure{.reason = requeued ? "NodeLost" : reason_of(job->state),
                     .message = job_sentence(*job) + " before the pod's runner could report"};
  if (job->state == JobState::kOutOfMemory) {
    failure.container_reason = "OOMKilled";
  } else if (failure.reason != "JobLost" && failure.reason != "NodeLost") {
    failure.container_reason = "Error";
  }
  return failure;
}

std::string describe_unstarted(const slurm::Job& job) {
  return job_sentence(job) + " before the pod could start";
}

PodFailure failure_of_unstarted(const slurm::Job& job, const std::string& output) {
  std::string reason = reason_of(job.state);
  if (reason == "JobLost" || reason == "NodeLost" || reason == "Preempted") {
    reason = "LaunchFailed";
  }
  std::string message = describe_unstarted(job);
  if (!output.empty()) {
    message += ": " + output;
  }
  return {.reason = std::move(reason), .message = std::move(message)};
}

Refusal classify_refusal(const Error& error, bool pod_has_flags) {
  const std::string message = to_lower(error.message);
  const bool about_resources =
      std::any_of(kAboutResources.begin(), kAboutResources.end(),
                  [&](std::string_view words) { return message.find(words) != std::string::npos; });
  if (pod_has_flags && !about_resources) {
    return {true, "InvalidFlags"};
  }
  return {false, "FailedSubmit"};
}

}  // namespace sluice::kubelet
