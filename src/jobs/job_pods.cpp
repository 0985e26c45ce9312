// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_pods.h"

#include "api/meta.h"
#include "base/done_or_gone.h"
#include "jobs/job_pod.h"
#include "jobs/job_state.h"
#include "jobs/job_status.h"
#include "jobs/result_pod.h"

namespace sluice::jobs {

bool JobPods::follow(const client::Object& job) {
  const Result<void> shown = sync(job);
  if (shown) {
    return true;
  }
  const Code why = shown.error().code;
  if (why != Code::kConflict && why != Code::kNotFound) {  // else the change brings the key back
    parts_.events.record(job, {.type = "Warning",
                               .reason = parts_.node ? "NoPod" : "NoResultPod",
                               .message = shown.error().message});
  }
  return false;
}

Result<void> JobPods::remove(const client::Object& job) {
  const client::ObjectPtr pod = parts_.pods.get(api::key(job));
  return pod != nullptr && is_pod_of(*pod, job) ? remove_pod(*pod) : Result<void>();
}

// The pod follows the status as it is stored: every write of it brings the key back.
Result<void> JobPods::sync(const client::Object& job) {
  if ((!parts_.node && parts_.result_image.empty()) || run_number(job) == 0) {
    return {};
  }
  client::ObjectPtr pod = parts_.pods.get(api::key(job));
  if (pod != nullptr && !is_pod_of(*pod, job)) {
    parts_.events.record(job,
                         {.type = "Warning",
                          .reason = "NameTaken",
                          .message = "a pod of this name exists: kubectl logs shows that one"});
    return {};
  }
  const bool outdated =
      pod != nullptr && (api::is_being_deleted(*pod) ||
                         api::annotation(*pod, kPodRun) != std::to_string(run_number(job)));
  if (outdated) {
    return remove_pod(*pod);  // the change brings the key back
  }
  if (pod == nullptr) {
    const auto made = make(job);
    if (!made) {
      return {};  // the job's next news bring the key back
    }
    auto created = parts_.client.create(api::kinds::pod(), *made);
    if (!created && created.error().code == Code::kAlreadyExists) {
      return {};  // it brings the key back when it is seen
    }
    TRY_ASSIGN(pod, std::move(created));
  }
  if (!parts_.node) {
    return {};  // it is a kubelet's business
  }
  const json::Value status = pod_status(*pod, job, parts_.clock.now());
  if (shows(*pod, status)) {
    return {};
  }
  client::Object changed = *pod;
  changed["status"] = status;
  TRY(parts_.client.update(api::kinds::pod(), changed, client::Part::kStatus));
  return {};
}

std::optional<client::Object> JobPods::make(const client::Object& job) {
  if (parts_.node) {
    const std::string node = parts_.node();
    return node.empty() ? std::nullopt : std::optional(make_pod(job, node));
  }
  if (!is_over(state_of(job)) || job.find("status", "startTime") == nullptr) {
    return std::nullopt;
  }
  const client::ObjectPtr connection =
      parts_.connection({api::ns(job), job.at("spec", "connectionRef", "name").as_string()});
  auto pod = make_result_pod(job, parts_.result_image,
                             connection == nullptr ? json::Value() : *connection);
  if (!pod) {
    parts_.events.record(
        job, {.type = "Warning", .reason = "NoResultPod", .message = pod.error().message});
    return std::nullopt;
  }
  return *pod;
}

Result<void> JobPods::remove_pod(const client::Object& pod) {
  return done_or_gone(parts_.client.remove(api::kinds::pod(), api::key(pod),
                                           {.grace_period_seconds = 0, .uid = api::uid(pod)}));
}

}  // namespace sluice::jobs
