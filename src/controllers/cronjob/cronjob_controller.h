// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "controllers/cronjob/plan.h"
#include "controllers/setting.h"
#include "runtime/controller.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Starts the jobs of batch/v1 CronJobs when they are due. The decisions are in cronjob/plan.h.
// Thread-safe as a Reconciler is.
class CronJobController final : public runtime::Reconciler {
 public:
  // Adds an index to the jobs' informer: construct before the informers start.
  explicit CronJobController(const Setting& setting);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<std::vector<client::ObjectPtr>> jobs_of(const client::Object& cron_job);
  Result<void> carry_out(const client::Object& cron_job, cronjob::Plan plan);
  Result<client::ObjectPtr> create(const client::Object& cron_job, const client::Object& job);

  client::Client& client_;
  runtime::Informer& cron_jobs_;
  runtime::Informer& jobs_;
  runtime::EventRecorder& events_;
  Clock& clock_;
};

}  // namespace sluice::controllers
