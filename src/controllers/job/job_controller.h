// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/clock.h"
#include "client/client.h"
#include "controllers/job/expectations.h"
#include "controllers/job/plan.h"
#include "runtime/controller.h"
#include "runtime/event_recorder.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Runs batch/v1 Jobs: as many pods as the job asks for, counted exactly once. The decisions are in
// job/plan.h; this does what was decided. Thread-safe as a Reconciler is.
class JobController final : public runtime::Reconciler {
 public:
  // Adds an index to the pods' informer: construct before the informers start.
  JobController(client::Client& client, runtime::Informers& informers,
                runtime::EventRecorder& events, Clock& clock);

  // Makes changes of jobs and their pods work for `controller`.
  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<void> release_orphans(const api::Key& key, const std::string& job_uid);
  Result<void> carry_out(const client::Object& job, const job::Plan& plan);
  Result<void> remove_pod(const client::Object& job, const client::Object& pod);
  Result<void> create_pod(const client::Object& job);
  Result<void> write_status(const client::Object& job, const json::Value& status);
  Result<void> release(const client::Object& pod);

  client::Client& client_;
  runtime::Informer& jobs_;
  runtime::Informer& pods_;
  runtime::EventRecorder& events_;
  Clock& clock_;
  job::Expectations expectations_;
};

}  // namespace sluice::controllers
