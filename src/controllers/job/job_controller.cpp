// SPDX-License-Identifier: Apache-2.0
// The job itself is read from the server, its pods from the informer: the status holds what was
// counted, and a count made from an old status but new pods would be wrong. Old pods are harmless,
// because nothing is decided while expectations are open.
#include "controllers/job/job_controller.h"

#include <utility>

#include "base/log.h"

namespace sluice::controllers {

namespace {

using job::Plan;

constexpr const char* kByJob = "job";

// The name of the job a pod belongs to. A pod that has lost its owner is still found by its label
// while it has the tracking finalizer: somebody must take that off.
std::string job_of(const client::Object& pod) {
  const json::Value* owner = api::controller_of(pod);
  if (owner != nullptr) {
    return owner->at("kind").as_string() == "Job" ? owner->at("name").as_string() : "";
  }
  return job::is_tracked(pod) ? api::label(pod, "batch.kubernetes.io/job-name") : "";
}

// Not-found is what removing something leads to anyway.
Result<void> ignore_missing(Result<void> result) {
  if (!result && result.error().code == Code::kNotFound) {
    return {};
  }
  return result;
}

}  // namespace

JobController::JobController(client::Client& client, runtime::Informers& informers,
                             runtime::EventRecorder& events, Clock& clock)
    : client_(client),
      jobs_(informers.of(api::kinds::job())),
      pods_(informers.of(api::kinds::pod())),
      events_(events),
      clock_(clock),
      expectations_(clock) {
  pods_.add_index(kByJob, [](const client::Object& pod) {
    const std::string name = job_of(pod);
    return name.empty() ? std::vector<std::string>{}
                        : std::vector<std::string>{api::to_string({api::ns(pod), name})};
  });
}

void JobController::connect(runtime::Controller& controller) {
  controller.watch(jobs_);
  controller.watch(pods_, [this](const runtime::Change& change) {
    std::vector<api::Key> keys;
    for (const auto& pod : {change.before, change.after}) {
      const std::string name = pod == nullptr ? "" : job_of(*pod);
      if (!name.empty()) {
        keys.push_back({api::ns(*pod), name});
      }
    }
    // A new pod meets the expectation of its creation; one that goes that of its deletion.
    const bool seen =
        change.before == nullptr || change.after == nullptr || api::is_being_deleted(*change.after);
    if (seen) {
      for (const api::Key& key : keys) {
        expectations_.met(key, api::name(change.object()));
      }
    }
    return keys;
  });
}

Result<runtime::Requeue> JobController::reconcile(const api::Key& key) {
  const Duration wait = expectations_.remaining(key);
  if (wait > Duration::zero()) {
    return runtime::Requeue{wait};  // what is expected brings the key back earlier
  }
  const auto job = client_.get(api::kinds::job(), key);
  if (!job && job.error().code != Code::kNotFound) {
    return tl::unexpected(job.error());
  }
  const std::string uid = job ? api::uid(**job) : "";
  TRY(release_orphans(key, uid));
  if (!job) {
    return runtime::Requeue{};
  }
  job::Pods pods;
  for (auto& pod : pods_.by_index(kByJob, api::to_string(key))) {
    const json::Value* owner = api::controller_of(*pod);
    if (owner != nullptr && owner->at("uid").as_string() == uid) {
      pods.push_back(std::move(pod));
    }
  }
  const Plan plan = job::plan(**job, pods, clock_.now());
  TRY(carry_out(**job, plan));
  return runtime::Requeue{plan.again};
}

// Pods of a job that is gone, or was replaced by another of the same name, are nobody's to count.
Result<void> JobController::release_orphans(const api::Key& key, const std::string& job_uid) {
  for (const auto& pod : pods_.by_index(kByJob, api::to_string(key))) {
    const json::Value* owner = api::controller_of(*pod);
    const bool owned = owner != nullptr && owner->at("uid").as_string() == job_uid;
    if (!owned && job::is_tracked(*pod)) {
      TRY(release(*pod));
    }
  }
  return {};
}

Result<void> JobController::carry_out(const client::Object& job, const Plan& plan) {
  if (plan.remove_job) {
    return ignore_missing(
        client_.remove(api::kinds::job(), api::key(job),
                       {.uid = api::uid(job), .propagation_policy = "Background"}));
  }
  for (const auto& pod : plan.untrack_and_remove) {
    TRY(release(*pod));
    TRY(remove_pod(job, *pod));
  }
  for (const auto& pod : plan.remove) {
    TRY(remove_pod(job, *pod));
  }
  for (int i = 0; i < plan.create; ++i) {
    TRY(create_pod(job));
  }
  if (plan.status != job.at("status")) {
    TRY(write_status(job, plan.status));
  }
  for (const runtime::Note& note : plan.notes) {
    events_.record(job, note);
  }
  for (const auto& pod : plan.release) {
    TRY(release(*pod));
  }
  return {};
}

Result<void> JobController::remove_pod(const client::Object& job, const client::Object& pod) {
  const api::Key key = api::key(pod);
  expectations_.expect(api::key(job), key.name);
  auto removed = ignore_missing(client_.remove(api::kinds::pod(), key, {.uid = api::uid(pod)}));
  // Somebody else's deletion may have been seen before we expected ours.
  const client::ObjectPtr seen = pods_.get(key);
  if (!removed || seen == nullptr || api::is_being_deleted(*seen)) {
    expectations_.met(api::key(job), key.name);
  }
  TRY(std::move(removed));
  events_.record(job, {.reason = "SuccessfulDelete", .message = "Deleted pod: " + key.name});
  return {};
}

Result<void> JobController::create_pod(const client::Object& job) {
  const std::string name = job::new_pod_name(api::name(job));
  expectations_.expect(api::key(job), name);
  const auto created = client_.create(api::kinds::pod(), job::new_pod(job, name));
  if (created) {
    events_.record(job, {.reason = "SuccessfulCreate", .message = "Created pod: " + name});
    return {};
  }
  // When the answer was lost the pod may exist: then it will be seen, or the wait ends by itself.
  const Code code = created.error().code;
  if (code != Code::kTimeout && code != Code::kUnavailable) {
    expectations_.met(api::key(job), name);
  }
  events_.record(job, {.type = "Warning",
                       .reason = "FailedCreate",
                       .message = "Error creating: " + created.error().message});
  return tl::unexpected(with_context(created.error(), "creating a pod"));
}

Result<void> JobController::write_status(const client::Object& job, const json::Value& status) {
  client::Object changed = job;  // with its resourceVersion: Conflict when it is not the latest
  changed["status"] = status;
  const auto updated = client_.update(api::kinds::job(), changed, client::Part::kStatus);
  if (!updated && updated.error().code != Code::kNotFound) {  // deleted: nobody to tell
    return tl::unexpected(updated.error());
  }
  return {};
}

Result<void> JobController::release(const client::Object& pod) {
  const json::Object metadata{
      {"$deleteFromPrimitiveList/finalizers", json::Array{job::kTrackingFinalizer}}};
  const client::Patch patch{client::PatchType::kStrategicMerge,
                            json::Object{{"metadata", metadata}}};
  const auto patched = client_.patch(api::kinds::pod(), api::key(pod), patch);
  if (!patched && patched.error().code != Code::kNotFound) {
    return tl::unexpected(with_context(patched.error(), "releasing pod " + api::name(pod)));
  }
  return {};
}

}  // namespace sluice::controllers
