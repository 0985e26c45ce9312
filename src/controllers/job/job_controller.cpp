// SPDX-License-Identifier: Apache-2.0
// The job itself is read from the server, its pods from the informer: the status holds what was
// counted, and a count made from an old status but new pods would be wrong. Old pods are harmless,
// because nothing is decided while expectations are open.
#include "controllers/job/job_controller.h"

#include "base/together.h"
#include "controllers/job/indexes.h"
#include "controllers/owned/ownership.h"
#include "controllers/owned/pod_template.h"
#include "controllers/writes.h"

namespace sluice::controllers {

namespace {

using job::Plan;

constexpr const char* kTracked = "tracked by job";

// The job that should count a pod: its owner, or by label what was its owner. Somebody must take
// the tracking finalizer off.
std::vector<api::Key> tracker_of(const client::Object& pod) {
  const json::Value* owner = api::controller_of(pod);
  const std::string& name = owner != nullptr && owner->at("kind").as_string() == "Job"
                                ? owner->at("name").as_string()
                                : api::label(pod, "batch.kubernetes.io/job-name");
  return job::is_tracked(pod) && !name.empty() ? std::vector<api::Key>{{api::ns(pod), name}}
                                               : std::vector<api::Key>{};
}

// Another controller has taken the job over (spec.managedBy).
bool is_managed_elsewhere(const client::Object& job) {
  const std::string& manager = job.at("spec", "managedBy").as_string();
  return !manager.empty() && manager != "kubernetes.io/job-controller";
}

}  // namespace

JobController::JobController(const Setting& setting)
    : client_(setting.client),
      pods_(setting.informers.of(api::kinds::pod())),
      events_(setting.events),
      clock_(setting.clock),
      keeper_(setting, api::kinds::job(), job::kTrackingFinalizer) {
  pods_.add_index(kTracked, [](const client::Object& pod) {
    std::vector<std::string> jobs;
    for (const api::Key& key : tracker_of(pod)) {
      jobs.push_back(api::to_string(key));
    }
    return jobs;
  });
}

void JobController::connect(runtime::Controller& controller) {
  keeper_.connect(controller);
  controller.watch(pods_, [](const runtime::Change& change) {
    return change.after == nullptr ? std::vector<api::Key>{} : tracker_of(*change.after);
  });
}

Result<runtime::Requeue> JobController::reconcile(const api::Key& key) {
  const Duration wait = keeper_.wait(key);
  if (wait > Duration::zero()) {
    return runtime::Requeue{wait};  // what is expected brings the key back earlier
  }
  const auto job = client_.get(api::kinds::job(), key);
  if (!job && job.error().code != Code::kNotFound) {
    return tl::unexpected(job.error());
  }
  TRY(release_strays(key, job ? **job : client::Object()));
  if (!job || is_managed_elsewhere(**job)) {
    return runtime::Requeue{};
  }
  TRY_ASSIGN(const job::Pods pods, keeper_.claim(**job));
  const Plan plan = job::plan(**job, pods, clock_.now());
  TRY(carry_out(**job, plan));
  return runtime::Requeue{plan.again};
}

// Pods of a job that is gone, or was replaced by another of the same name, are nobody's to count.
Result<void> JobController::release_strays(const api::Key& key, const client::Object& job) {
  const auto selector = owned::selector_of(job);
  for (const auto& pod : pods_.by_index(kTracked, api::to_string(key))) {
    const json::Value* owner = api::controller_of(*pod);
    const bool ours = owner == nullptr ? selector && !selector->empty() && selector->matches(*pod)
                                       : owner->at("uid").as_string() == api::uid(job);
    if (!ours) {
      TRY(release(*pod));
    }
  }
  return {};
}

Result<void> JobController::carry_out(const client::Object& job, const Plan& plan) {
  if (plan.remove_job) {
    return done_or_gone(client_.remove(api::kinds::job(), api::key(job),
                                       {.uid = api::uid(job), .propagation_policy = "Background"}));
  }
  const auto untrack_and_remove = [&](std::size_t i) -> Result<void> {
    TRY(release(*plan.untrack_and_remove[i]));
    return keeper_.remove(job, *plan.untrack_and_remove[i]);
  };
  TRY(do_together(plan.untrack_and_remove.size(), untrack_and_remove));
  TRY(keeper_.remove(job, plan.remove));
  TRY(keeper_.create_some(job, plan.create, [&](std::size_t i) {
    client::Object pod = job::new_pod(job, owned::new_pod_name(api::name(job)));
    if (i < plan.indexes.size()) {
      job::give_index(pod, job, plan.indexes[i].index, plan.indexes[i].failures);
    }
    return pod;
  }));
  TRY(write_status(client_, api::kinds::job(), job, plan.status));
  for (const runtime::Note& note : plan.notes) {
    events_.record(job, note);
  }
  return do_together(plan.release.size(), [&](std::size_t i) { return release(*plan.release[i]); });
}

Result<void> JobController::release(const client::Object& pod) {
  if (!job::is_tracked(pod)) {
    return {};
  }
  const json::Object metadata{
      {"$deleteFromPrimitiveList/finalizers", json::Array{job::kTrackingFinalizer}}};
  const client::Patch patch{client::PatchType::kStrategicMerge,
                            json::Object{{"metadata", metadata}}};
  auto released = done_or_gone(client_.patch(api::kinds::pod(), api::key(pod), patch));
  if (!released) {
    return tl::unexpected(
        with_context(std::move(released).error(), "releasing pod " + api::name(pod)));
  }
  return {};
}

}  // namespace sluice::controllers
