// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "jobs/identity.h"
#include "json/value.h"

namespace sluice::jobs {

// The pod that stands for a SlurmJob on the virtual node, so that `kubectl logs <slurmjob>` and
// whatever else looks at pods works. Nothing of it runs here: the kubelet leaves it alone. Pure.

inline constexpr const char* kPodContainer = "job";  // of an array "task-0" and so on instead
inline constexpr const char* kPodRun = "slurmjob.dev/run";  // annotation: of which run it tells

// Whether a pod stands for a SlurmJob, and for this one.
bool is_job_pod(const json::Value& pod);
bool is_pod_of(const json::Value& pod, const json::Value& job);

// The task that a container stands for.
Task task_of(const std::string& container);

// Its name, whose it is and of which run it tells.
json::Value pod_metadata(const json::Value& job);
std::vector<std::string> pod_containers(const json::Value& job);

json::Value make_pod(const json::Value& job, const std::string& node);

// The pod's status, by the job's. Times and conditions that did not change are kept from `pod`.
json::Value pod_status(const json::Value& pod, const json::Value& job, WallTime now);

// Whether the pod says all of that already. What the server adds of its own does not matter.
bool shows(const json::Value& pod, const json::Value& status);

}  // namespace sluice::jobs
