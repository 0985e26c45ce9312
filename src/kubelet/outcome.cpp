// SPDX-License-Identifier: Apache-2.0
#include "kubelet/outcome.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "kubelet/job_view.h"
#include "kubelet/state_meaning.h"

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
  const std::string text = job_title(job);
  if (!slurm::is_final(job.state)) {
    return text + " could not be launched" + details(job);
  }
  const std::string by = job.cancelled_by.empty() ? "" : " by " + job.cancelled_by;
  const std::string where = job.nodes.empty() ? "" : " on " + job.nodes;
  return text + " ended in state " + std::string(slurm::to_string(job.state)) + by + details(job) +
         where;
}

// Slurm ended it, not its own script.
bool has_slurms_reason(JobState state) {
  return state != JobState::kCompleted && state != JobState::kFailed;
}

}  // namespace

bool is_launch_failure(const slurm::Job& job) {
  const std::string reason = to_lower(job.reason);
  return job.held && reason.find("launch") != std::string::npos &&
         reason.find("fail") != std::string::npos;
}

PodFailure failure_of_lost_runner(const std::optional<slurm::Job>& job) {
  if (job && !job->batch && !slurm::is_final(job->state)) {
    return {.reason = kJobLost,
            .message = "the pod's runner stopped reporting though " + job_title(*job) + " goes on"};
  }
  if (job && !slurm::is_final(job->state) && job->restarts > 0) {
    const bool held = is_launch_failure(*job);
    return {.reason = held ? "LaunchFailed" : "Requeued",
            .message = "Slurm requeued job " + std::to_string(job->id) +
                       (held ? ", which could not be launched again" + details(*job)
                             : ", and the pod may not run again (annotation sluice.dev/requeue)"),
            .container_reason = "Requeued",
            .disruption = true};
  }
  if (!job || !slurm::is_final(job->state)) {
    return {.reason = kJobLost,
            .message = "the pod's runner stopped reporting and nobody knows its job"};
  }
  PodFailure failure{.reason = kJobLost,
                     .message = job_sentence(*job) + " before the pod's runner could report"};
  if (has_slurms_reason(job->state)) {
    const StateMeaning& meaning = meaning_of(job->state);
    failure.reason = failure.container_reason = meaning.reason;
    failure.disruption = meaning.disruption;
  }
  return failure;
}

PodFailure failure_of_interrupted(const std::optional<slurm::Job>& job) {
  if (!job || !slurm::is_final(job->state)) {
    return {.reason = "Terminated",
            .message = "the pod's runner was told to end, and nobody knows by whom",
            .container_reason = "Terminated"};
  }
  if (!has_slurms_reason(job->state)) {
    return {.reason = "Terminated",
            .message = "the pod's runner was told to end; " + job_sentence(*job),
            .container_reason = "Terminated"};
  }
  const StateMeaning& meaning = meaning_of(job->state);
  return {.reason = std::string(meaning.reason),
          .message = job_sentence(*job),
          .container_reason = std::string(meaning.reason),
          .disruption = meaning.disruption};
}

std::string describe_unstarted(const slurm::Job& job) {
  return job_sentence(job) + " before the pod could start";
}

PodFailure failure_of_unstarted(const slurm::Job& job, const std::string& output) {
  const StateMeaning& meaning = meaning_of(job.state);
  std::string message = describe_unstarted(job);
  if (!output.empty()) {
    message += ": " + output;
  }
  return {.reason = meaning.on_purpose ? std::string(meaning.reason) : "LaunchFailed",
          .message = std::move(message),
          .disruption = meaning.disruption};
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
