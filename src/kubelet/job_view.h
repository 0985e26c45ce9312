// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/value.h"
#include "runtime/event_recorder.h"
#include "slurm/slurm.h"

// What of its Slurm job a pod shows, in words that people of both worlds know. All pure.
namespace sluice::kubelet {

inline constexpr std::string_view kJobCondition = "sluice.dev/JobRunning";
inline constexpr std::string_view kLimitCondition = "sluice.dev/TimeLimitNear";
inline constexpr std::string_view kInSlurmQueue = "InSlurmQueue";
inline constexpr std::string_view kInLocalQueue = "InLocalQueue";
inline constexpr std::string_view kJobHeld = "JobHeld";
inline constexpr std::string_view kSuspended = "Suspended";

// "Slurm job 12", "local job 12".
std::string job_title(slurm::JobId id, bool local);
std::string job_title(const slurm::Job& job);

// "Slurm job 12 is PENDING (Resources), priority 4, expected start 2030-01-01T00:00:00Z"
std::string describe_job(slurm::JobId id, const std::optional<slurm::Job>& job);

// Slurm has said why it is as it is.
bool has_reason(const slurm::Job& job);

// Why the containers of a pod wait whose job has not started: InSlurmQueue, InLocalQueue or
// JobHeld; empty when it has.
std::string queue_reason(const std::optional<slurm::Job>& job);

// The condition JobRunning: "True" while Slurm runs the job, else why not, in Slurm's word.
struct JobCondition {
  std::string status;
  std::string reason;
  std::string message;
};
JobCondition job_condition(const slurm::Job& job);

// The annotations that show the job, by name; an empty value: there is none now.
std::vector<std::pair<std::string, std::string>> job_annotations(
    slurm::JobId id, const std::optional<slurm::Job>& job);

// Whether both show the same. A priority that grows with age, or an expected start that moves by
// seconds, is no difference.
bool looks_same(const slurm::Job& job, const slurm::Job& other);

// What a person should be told when the pod's status changes like that; an empty reason: nothing.
runtime::Note job_note(const json::Value& before, const json::Value& after);

}  // namespace sluice::kubelet
