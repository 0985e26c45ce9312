// SPDX-License-Identifier: Apache-2.0
#include "jobs/webhook.h"

#include "api/catalog.h"
#include "api/meta.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "jobs/attempts.h"
#include "jobs/job_status.h"
#include "json/text.h"

namespace sluice::jobs {
namespace {

std::int64_t attempts(const client::Object& job) {
  return job.at("status", "webhookAttempts").as_int();
}

// The status after one more attempt.
json::Value after_attempt(const client::Object& job, const Result<void>& told, WallTime now) {
  json::Value status = job.at("status");
  const std::int64_t count = attempts(job) + 1;
  status["webhookAttempts"] = count;
  status["webhookTime"] = format_rfc3339(now);
  const bool given_up = !told && count >= kMostAttempts;
  api::set_condition(status,
                     {.type = "Notified",
                      .status = told ? "True" : "False",
                      .reason = told       ? "Delivered"
                                : given_up ? "GivenUp"
                                           : "Failed",
                      .message = told ? "the webhook was told" : told.error().message},
                     now);
  return status;
}

}  // namespace

bool owes_notice(const client::Object& job) {
  return job.find("spec", "webhook") != nullptr && is_finished(job) &&
         !api::has_condition(job, "Notified") && attempts(job) < kMostAttempts;
}

Result<Notice> WebhookReconciler::notice_of(const client::Object& job) const {
  const json::Value& webhook = job.at("spec", "webhook");
  const std::string& name = webhook.at("secretName").as_string();
  const std::string& key = webhook.at("secretKey").as_string();
  TRY_ASSIGN(const client::ObjectPtr secret,
             parts_.client.get(api::kinds::secret(), {api::ns(job), name}));
  json::Value status = job.at("status");
  status.erase("conditions");
  status.erase("webhookAttempts");
  status.erase("webhookTime");
  const json::Value body = json::Object{
      {"apiVersion", job.at("apiVersion")},
      {"kind", job.at("kind")},
      {"metadata",
       json::Object{{"name", api::name(job)}, {"namespace", api::ns(job)}, {"uid", api::uid(job)}}},
      {"status", std::move(status)}};
  Notice notice{.url = webhook.at("url").as_string(),
                .body = json::write(body),
                .key = base64_decode(secret->at("data", key).as_string()).value_or(""),
                .delivery = api::uid(job) + ":" + std::to_string(run_number(job))};
  if (notice.key.empty()) {
    return fail(Code::kInvalid, "spec.webhook.secretKey: the Secret \"" + name +
                                    "\" has nothing under \"" + key +
                                    "\": expected the key to sign with");
  }
  return notice;
}

Result<runtime::Requeue> WebhookReconciler::reconcile(const api::Key& key) {
  const client::ObjectPtr job = parts_.jobs.get(key);
  if (job == nullptr || api::is_being_deleted(*job) || !owes_notice(*job)) {
    return runtime::Requeue{};
  }
  const WallTime due =
      next_attempt_after(attempts(*job), job->at("status", "webhookTime").as_string());
  if (const WallTime now = parts_.clock.now(); now < due) {
    return runtime::Requeue{due - now};
  }
  const auto notice = notice_of(*job);
  const Result<void> told = notice ? parts_.notify(*notice) : tl::unexpected(notice.error());
  client::Object changed = *job;
  changed["status"] = after_attempt(*job, told, parts_.clock.now());
  TRY(parts_.client.update(parts_.jobs.kind(), changed, client::Part::kStatus));
  return runtime::Requeue{};  // the change brings the key back
}

}  // namespace sluice::jobs
