// SPDX-License-Identifier: Apache-2.0
#include "controllers/job/pods.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/random.h"
#include "base/timestamp.h"
#include "runtime/backoff.h"

namespace sluice::controllers::job {

namespace {

using std::chrono::seconds;

constexpr runtime::BackoffLimits kPodBackoff{.first = seconds(10), .limit = seconds(600)};

bool is_finished(const client::Object& pod) {
  const std::string& phase = pod.at("status", "phase").as_string();
  return phase == "Succeeded" || phase == "Failed";
}

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

bool is_active(const client::Object& pod) {
  return !is_finished(pod) && !api::is_being_deleted(pod);
}

bool is_terminating(const client::Object& pod) {
  return !is_finished(pod) && api::is_being_deleted(pod);
}

bool is_ready(const client::Object& pod) {
  return api::has_condition(pod, "Ready");
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

std::int64_t restarts(const client::Object& pod) {
  std::int64_t sum = 0;
  for (const char* list : {"initContainerStatuses", "containerStatuses"}) {
    for (const json::Value& container : pod.at("status", list).as_array()) {
      sum += container.at("restartCount").as_int();
    }
  }
  return sum;
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
  const json::Value& pattern = job.at("spec", "template");
  json::Value metadata = json::Object{
      {"name", name}, {"generateName", api::name(job) + "-"}, {"namespace", api::ns(job)}};
  metadata["labels"] = json::Object(pattern.at("metadata", "labels").as_object());
  set_labels(metadata["labels"], job);
  if (const json::Value* annotations = pattern.find("metadata", "annotations")) {
    metadata["annotations"] = *annotations;
  }
  metadata["finalizers"] = json::Array(pattern.at("metadata", "finalizers").as_array());
  metadata["finalizers"].array().emplace_back(kTrackingFinalizer);
  metadata["ownerReferences"] = json::Array{api::controller_reference(job)};
  return json::Object{{"apiVersion", "v1"},
                      {"kind", "Pod"},
                      {"metadata", std::move(metadata)},
                      {"spec", pattern.at("spec")}};
}

std::string new_pod_name(const std::string& job_name) {
  constexpr std::size_t kMaxBase = 58;  // 63 less the suffix
  return (job_name + "-").substr(0, kMaxBase) + random_name_suffix();
}

}  // namespace sluice::controllers::job
