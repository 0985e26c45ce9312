// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/clock.h"
#include "client/client.h"
#include "controllers/job/plan.h"
#include "controllers/owned/pod_keeper.h"
#include "runtime/controller.h"
#include "runtime/event_recorder.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Runs batch/v1 Jobs: as many pods as the job asks for, counted exactly once. The decisions are in
// job/plan.h; this does what was decided. Thread-safe as a Reconciler is.
class JobController final : public runtime::Reconciler {
 public:
  // Adds indexes to the pods' informer: construct before the informers start.
  explicit JobController(const Setting& setting);

  // Makes changes of jobs and their pods work for `controller`.
  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<void> release_strays(const api::Key& key, const client::Object& job);
  Result<void> carry_out(const client::Object& job, const job::Plan& plan);
  Result<void> release(const client::Object& pod);

  client::Client& client_;
  runtime::Informer& pods_;
  runtime::EventRecorder& events_;
  Clock& clock_;
  owned::PodKeeper keeper_;
};

}  // namespace sluice::controllers
