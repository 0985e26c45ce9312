// SPDX-License-Identifier: Apache-2.0
#include "controllers/job/pods.h"

#include <algorithm>
#include <optional>

#include "base/timestamp.h"
#include "controllers/owned/pod_template.h"

namespace sluice::controllers::job {

namespace {

using std::chrono::seconds;

std::optional<WallTime> last_container_finish(const client::Object& pod) {
  std::optional<WallTime> last;
  for (const json::Value& container : pod.at("status", "containerStatuses").as_array()) {
    const auto finished =
        parse_rfc3339(container.at("state", "terminated", "finishedAt").as_string());
    if (finished && (!last || *finished > *last)) {
      last = *finished;
    }
  }
  return last;
}

// The label is set twice: under today's name and the one from before Kubernetes 1.27.
void set_labels(json::Value& labels, const client::Object& job) {
  for (const std::string_view prefix : {"batch.kubernetes.io/", ""}) {
    labels[std::string(prefix) + "controller-uid"] = api::uid(job);
    labels[std::string(prefix) + "job-name"] = api::name(job);
  }
}

}  // namespace

bool is_tracked(const client::Object& pod) {
  const json::Array& finalizers = pod.at("metadata", "finalizers").as_array();
  return std::any_of(finalizers.begin(), finalizers.end(), [](const json::Value& finalizer) {
    return finalizer.as_string() == kTrackingFinalizer;
  });
}

bool is_succeeded(const client::Object& pod) {
  return pod.at("status", "phase").as_string() == "Succeeded";
}

bool is_failed(const client::Object& pod, bool deleted_fails) {
  return pod.at("status", "phase").as_string() == "Failed" ||
         (deleted_fails && api::is_being_deleted(pod) && !is_succeeded(pod));
}

WallTime finish_time(const client::Object& pod) {
  if (const auto last = last_container_finish(pod)) {
    return *last;
  }
  const json::Value& metadata = pod.at("metadata");
  if (const auto deleted = parse_rfc3339(metadata.at("deletionTimestamp").as_string())) {
    return *deleted - seconds(metadata.at("deletionGracePeriodSeconds").as_int());
  }
  return parse_rfc3339(metadata.at("creationTimestamp").as_string()).value_or(WallTime());
}

Duration remaining_backoff(const Pods& pods, WallTime now) {
  std::optional<WallTime> last_success;
  for (const auto& pod : pods) {
    if (is_succeeded(*pod)) {
      last_success = std::max(last_success.value_or(WallTime()), finish_time(*pod));
    }
  }
  unsigned failures = 0;
  WallTime last_failure;
  for (const auto& pod : pods) {
    const WallTime finished = finish_time(*pod);
    if (is_failed(*pod, true) && (!last_success || finished > *last_success)) {
      ++failures;
      last_failure = std::max(last_failure, finished);
    }
  }
  if (failures == 0) {
    return Duration::zero();
  }
  const Duration since = std::max<Duration>(now - last_failure, Duration::zero());
  return std::max(kPodBackoff.after(failures) - since, Duration::zero());
}

client::Object new_pod(const client::Object& job, const std::string& name) {
  client::Object pod = owned::new_pod(job, job.at("spec", "template"), name);
  set_labels(pod["metadata"]["labels"], job);
  pod["metadata"]["finalizers"].array().emplace_back(kTrackingFinalizer);
  return pod;
}

}  // namespace sluice::controllers::job
