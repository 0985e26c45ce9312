// SPDX-License-Identifier: Apache-2.0
// The cron job is read from the server: its status says which job was the last. That the name of a
// job follows from its time makes sure that none is started twice.
#include "controllers/cronjob/cronjob_controller.h"

#include <algorithm>
#include <utility>

#include "controllers/owned/ownership.h"
#include "controllers/owned/pod_keeper.h"
#include "controllers/writes.h"

namespace sluice::controllers {

CronJobController::CronJobController(const Setting& setting)
    : client_(setting.client),
      cron_jobs_(setting.informers.of(api::kinds::cron_job())),
      jobs_(setting.informers.of(api::kinds::job())),
      events_(setting.events),
      clock_(setting.clock) {
  owned::index_by_controller(jobs_);
}

void CronJobController::connect(runtime::Controller& controller) {
  controller.watch(cron_jobs_);
  controller.watch_controlled(jobs_, cron_jobs_.kind());
}

Result<runtime::Requeue> CronJobController::reconcile(const api::Key& key) {
  const auto cron_job = client_.get(cron_jobs_.kind(), key);
  if (!cron_job) {
    return cron_job.error().code == Code::kNotFound ? Result<runtime::Requeue>(runtime::Requeue{})
                                                    : tl::unexpected(cron_job.error());
  }
  TRY_ASSIGN(const auto jobs, jobs_of(**cron_job));
  cronjob::Plan plan = cronjob::plan(**cron_job, jobs, clock_.now());
  const auto again = plan.again;
  TRY(carry_out(**cron_job, std::move(plan)));
  return runtime::Requeue{again};
}

// What the status calls active and the informer has not seen is looked for on the server.
Result<std::vector<client::ObjectPtr>> CronJobController::jobs_of(const client::Object& cron_job) {
  auto jobs = owned::controlled(jobs_, cron_job);
  for (const json::Value& entry : cron_job.at("status", "active").as_array()) {
    const std::string& uid = entry.at("uid").as_string();
    const bool known = std::any_of(jobs.begin(), jobs.end(),
                                   [&](const auto& job) { return api::uid(*job) == uid; });
    if (known) {
      continue;
    }
    auto job = client_.get(jobs_.kind(), {api::ns(cron_job), entry.at("name").as_string()});
    if (job && api::uid(**job) == uid) {
      jobs.push_back(std::move(*job));
    } else if (!job && job.error().code != Code::kNotFound) {
      return tl::unexpected(job.error());
    }
  }
  return jobs;
}

Result<void> CronJobController::carry_out(const client::Object& cron_job, cronjob::Plan plan) {
  for (const auto& job : plan.remove) {
    TRY(done_or_gone(client_.remove(jobs_.kind(), api::key(*job),
                                    {.uid = api::uid(*job), .propagation_policy = "Background"})));
    events_.record(cron_job,
                   {.reason = "SuccessfulDelete", .message = "Deleted job " + api::name(*job)});
  }
  if (plan.create) {
    TRY_ASSIGN(const client::ObjectPtr job, create(cron_job, *plan.create));
    plan.status = cronjob::with_active(std::move(plan.status), *job, *plan.scheduled);
  }
  TRY(write_status(client_, cron_jobs_.kind(), cron_job, plan.status));
  for (const runtime::Note& note : plan.notes) {
    events_.record(cron_job, note);
  }
  return {};
}

Result<client::ObjectPtr> CronJobController::create(const client::Object& cron_job,
                                                    const client::Object& job) {
  auto created = client_.create(jobs_.kind(), job);
  if (created) {
    events_.record(cron_job,
                   {.reason = "SuccessfulCreate", .message = "Created job " + api::name(job)});
    return created;
  }
  if (created.error().code == Code::kAlreadyExists) {
    // Ours from before a crash: only the status does not know it yet.
    TRY_ASSIGN(client::ObjectPtr there, client_.get(jobs_.kind(), api::key(job)));
    const json::Value* owner = api::controller_of(*there);
    if (owner != nullptr && owner->at("uid").as_string() == api::uid(cron_job)) {
      return there;
    }
  }
  events_.record(cron_job, {.type = "Warning",
                            .reason = "FailedCreate",
                            .message = "Error creating job: " + created.error().message});
  return created;
}

}  // namespace sluice::controllers
